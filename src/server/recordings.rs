//! `/api/recordings`: the list, one of them; what people may change about it, and its deletion.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;

use super::error::Error;
use super::{Shared, dto};
use crate::core::protocol::Protocol;
use crate::core::rules::{DATE, VERSION};
use crate::store::{Phase, RecordingRow, Store};

/// Characters of a name.
const LONGEST: usize = 200;

pub(super) async fn about(State(app): State<Shared>) -> Json<dto::About> {
    let source = Protocol::v1().source;
    Json(dto::About {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        database: app.location.database.display().to_string(),
        rule_set: dto::Dated { version: VERSION.to_string(), date: DATE.to_owned() },
        protocol: dto::Dated { version: source.version.to_owned(), date: source.date.to_owned() },
    })
}

pub(super) async fn list(State(app): State<Shared>) -> Result<Json<Vec<dto::Recording>>, Error> {
    let rows = app.read(|store| store.recordings()).await?;
    Ok(Json(rows.iter().map(dto::Recording::from).collect()))
}

pub(super) async fn one(
    State(app): State<Shared>,
    Path(number): Path<i64>,
) -> Result<Json<dto::Recording>, Error> {
    Ok(Json((&find(&app, number).await?).into()))
}

pub(super) async fn delete(
    State(app): State<Shared>,
    Path(number): Path<i64>,
) -> Result<StatusCode, Error> {
    if find(&app, number).await?.phase == Phase::Live {
        return Err(Error::StillLive(number));
    }
    app.read(move |store| store.delete_recording(number)).await?;
    // Our own connection has changed the database: the watcher sees only what others do.
    app.live.look();
    Ok(StatusCode::NO_CONTENT)
}

/// What is to be changed; what is not named stays.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Change {
    #[serde(default, deserialize_with = "given")]
    name: Option<Option<String>>,
    tags: Option<Vec<String>>,
}

/// `null` is another answer than none.
fn given<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Option<String>>, D::Error> {
    Deserialize::deserialize(from).map(Some)
}

/// Names a recording, or puts tags on it.
pub(super) async fn change(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Json(change): Json<Change>,
) -> Result<StatusCode, Error> {
    find(&app, number).await?;
    let name = change.name.map(|n| n.map(|n| n.trim().to_owned()).filter(|n| !n.is_empty()));
    if name.as_ref().is_some_and(|n| n.as_ref().is_some_and(|n| n.chars().count() > LONGEST)) {
        return Err(Error::BadRequest("a name has at most 200 characters"));
    }
    app.read(move |store| {
        if let Some(name) = name {
            store.set_name(number, name.as_deref())?;
        }
        if let Some(tags) = change.tags {
            let tx = store.begin()?;
            Store::set_tags(&tx, number, &tags)?;
            tx.commit()?;
        }
        Ok(())
    })
    .await?;
    app.live.look();
    Ok(StatusCode::NO_CONTENT)
}

pub(super) async fn find(app: &Shared, number: i64) -> Result<RecordingRow, Error> {
    app.read(move |store| store.recording(number)).await?.ok_or(Error::NoRecording(number))
}
