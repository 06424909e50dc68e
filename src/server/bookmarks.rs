//! `/api/recordings/{number}/bookmarks`: what people mark.

use axum::Json;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use serde::Deserialize;

use super::error::Error;
use super::{Shared, convert, dto, recordings};
use crate::core::frame::FrameNumber;
use crate::store::{NewBookmark, Store};

/// A note is no place for a book.
const LONGEST: usize = 20_000;

pub(super) async fn list(
    State(app): State<Shared>,
    Path(number): Path<i64>,
) -> Result<Json<Vec<dto::Bookmark>>, Error> {
    recordings::find(&app, number).await?;
    let marks = app.read(move |store| store.bookmarks(number)).await?;
    Ok(Json(marks.iter().map(convert::bookmark).collect()))
}

#[derive(Debug, Deserialize)]
pub(super) struct Which {
    item: Option<String>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Note {
    note: Option<String>,
}

/// Sets a bookmark, or the note of one that is there.
pub(super) async fn set(
    State(app): State<Shared>,
    Path((number, frame)): Path<(i64, u32)>,
    Query(which): Query<Which>,
    Json(note): Json<Note>,
) -> Result<StatusCode, Error> {
    let note = note.note.map(|n| n.trim().to_owned()).filter(|n| !n.is_empty());
    if note.as_ref().is_some_and(|n| n.len() > LONGEST) {
        return Err(Error::BadRequest("a note has at most 20,000 bytes"));
    }
    let made_at = i64::try_from(jiff::Timestamp::now().as_nanosecond()).unwrap_or_default();
    let found = app
        .read(move |store| {
            if store.frame(number, FrameNumber(frame))?.is_none() {
                return Ok(false);
            }
            let tx = store.begin()?;
            let item = which.item.as_deref();
            let new = NewBookmark { frame, item, note: note.as_deref(), made_at };
            Store::set_bookmark(&tx, number, &new)?;
            tx.commit()?;
            Ok(true)
        })
        .await?;
    answer(&app, number, frame, found).await
}

pub(super) async fn remove(
    State(app): State<Shared>,
    Path((number, frame)): Path<(i64, u32)>,
    Query(which): Query<Which>,
) -> Result<StatusCode, Error> {
    app.read(move |store| {
        let tx = store.begin()?;
        Store::remove_bookmark(&tx, number, frame, which.item.as_deref())?;
        tx.commit()?;
        Ok(())
    })
    .await?;
    // One that is gone already is gone.
    answer(&app, number, frame, true).await
}

async fn answer(app: &Shared, number: i64, frame: u32, done: bool) -> Result<StatusCode, Error> {
    if !done {
        recordings::find(app, number).await?;
        return Err(Error::NoFrame(number, frame));
    }
    // Our own connection has changed the database: the watcher sees only what others do.
    app.live.look();
    Ok(StatusCode::NO_CONTENT)
}
