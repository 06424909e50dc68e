//! What frames and names mean, in words.

use axum::Json;
use axum::extract::{Path, State};

use super::error::Error;
use super::{Shared, dto, recordings};
use crate::core::explain;
use crate::core::frame::FrameNumber;
use crate::store::PART;

/// A frame and the fields in it. Of a frame beyond a megabyte nothing but its kind can be told.
pub(super) async fn frame(
    State(app): State<Shared>,
    Path((number, frame)): Path<(i64, u32)>,
) -> Result<Json<dto::Explained>, Error> {
    let found = app
        .read(move |store| {
            let Some(row) = store.frame(number, FrameNumber(frame))? else { return Ok(None) };
            let raw = store.raw(number, row.number, PART)?;
            Ok(Some(if raw.cut {
                let kind = row.kind.word();
                explain::Explained {
                    what: format!(
                        "A frame of {} bytes ({kind}): too large to be explained field by field.",
                        row.size
                    ),
                    ..Default::default()
                }
            } else {
                explain::frame(row.kind, row.dir, row.method.as_deref(), &raw.bytes)
            }))
        })
        .await?;
    let Some(e) = found else {
        recordings::find(&app, number).await?;
        return Err(Error::NoFrame(number, frame));
    };
    Ok(Json(dto::Explained {
        what: e.what,
        when: e.when,
        condition: e.condition,
        next: e.next,
        link: e.link,
        groups: e.groups.into_iter().map(group).collect(),
    }))
}

fn group(g: explain::Group) -> dto::ExplainedGroup {
    let field = |f: explain::Entry| dto::ExplainedField {
        name: f.name,
        pointer: f.pointer,
        meaning: f.meaning,
        value: f.value,
        value_meaning: f.value_meaning,
        draft: f.draft,
    };
    dto::ExplainedGroup {
        of: g.of,
        what: g.what,
        pointer: g.pointer,
        times: u32::try_from(g.times).unwrap_or(u32::MAX),
        fields: g.fields.into_iter().map(field).collect(),
    }
}

/// A method, a variant, a type or a rule.
pub(super) async fn name(Path(name): Path<String>) -> Result<Json<dto::Meaning>, Error> {
    let Some(meaning) = explain::name(&name) else { return Err(Error::NoName(name)) };
    let lines = meaning.lines.into_iter();
    Ok(Json(dto::Meaning {
        name,
        kind: meaning.kind.to_owned(),
        lines: lines.map(|(title, text)| dto::MeaningLine { title, text }).collect(),
        link: meaning.link,
    }))
}
