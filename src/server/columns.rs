//! `/api/recordings/{number}/columns`: many frames in few bytes, for drawings.

use std::collections::HashMap;

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::error::Error;
use super::{Shared, dto};
use crate::core::frame::{Dir, FrameNumber};
use crate::core::message::Kind;
use crate::store::{self, Column, Store};

/// More are not drawn at once; two megabytes of JSON.
const MOST: u32 = 50_000;

#[derive(Debug, Deserialize)]
pub(super) struct Span {
    #[serde(default = "one")]
    from: u32,
    #[serde(default = "last")]
    to: u32,
}

fn one() -> u32 {
    1
}

fn last() -> u32 {
    u32::MAX
}

pub(super) async fn get(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(span): Query<Span>,
) -> Result<Json<dto::Columns>, Error> {
    let from = span.from.max(1);
    let to = span.to.min(from.saturating_add(MOST - 1));
    let found = app
        .read(move |store| {
            let Some(recording) = store.recording(number)? else { return Ok(None) };
            let mut columns = Vec::new();
            store.columns(number, FrameNumber(from), FrameNumber(to), |c| columns.push(c))?;
            Ok(Some(laid_out(store, recording.frames, from, &columns)?))
        })
        .await?;
    found.map(Json).ok_or(Error::NoRecording(number))
}

/// Numbers of the database as indexes into a list of what they stand for.
#[derive(Debug, Default)]
struct Legend {
    list: Vec<String>,
    index: HashMap<i64, u32>,
}

impl Legend {
    fn at(
        &mut self,
        id: Option<i64>,
        word: impl FnOnce(i64) -> store::Result<String>,
    ) -> store::Result<Option<u32>> {
        let Some(id) = id else { return Ok(None) };
        if let Some(&at) = self.index.get(&id) {
            return Ok(Some(at));
        }
        let at = self.list.len() as u32;
        self.list.push(word(id)?);
        self.index.insert(id, at);
        Ok(Some(at))
    }
}

fn laid_out(
    store: &Store,
    total: i64,
    from: u32,
    columns: &[Column],
) -> store::Result<dto::Columns> {
    let (mut names, mut sessions) = (Legend::default(), Legend::default());
    let (mut method, mut update, mut session) = (Vec::new(), Vec::new(), Vec::new());
    for c in columns {
        method.push(names.at(c.method, |id| store.name(id))?);
        update.push(names.at(c.variant, |id| store.name(id))?);
        session.push(sessions.at(c.session, |id| store.session_name(id))?);
    }
    Ok(dto::Columns {
        total,
        from: i64::from(from),
        names: names.list,
        sessions: sessions.list,
        t: columns.iter().map(|c| micros(c.t.0)).collect(),
        dir: columns.iter().map(|c| u8::from(c.dir == Dir::AgentToClient)).collect(),
        kind: columns.iter().map(|c| kind(c.kind)).collect(),
        method,
        update,
        session,
        size: columns.iter().map(|c| c.size).collect(),
        pair: columns.iter().map(|c| c.pair.map(|n| n.0)).collect(),
        latency: columns.iter().map(|c| c.latency.map(micros)).collect(),
    })
}

/// Seconds; more than six places would only be digits.
fn micros(nanos: u64) -> f64 {
    (nanos / 1_000) as f64 / 1e6
}

fn kind(kind: Kind) -> u8 {
    match kind {
        Kind::Invalid => 0,
        Kind::Request => 1,
        Kind::Response => 2,
        Kind::Error => 3,
        Kind::Notification => 4,
        Kind::Batch => 5,
    }
}
