//! `/api/recordings`: the list, one of them, and its deletion.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;

use super::error::Error;
use super::{Shared, dto};
use crate::core::protocol::Protocol;
use crate::core::rules::{DATE, VERSION};
use crate::store::{Phase, RecordingRow};

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

pub(super) async fn find(app: &Shared, number: i64) -> Result<RecordingRow, Error> {
    app.read(move |store| store.recording(number)).await?.ok_or(Error::NoRecording(number))
}
