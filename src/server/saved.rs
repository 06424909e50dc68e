//! `/api/filters`: the filters that people keep.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;

use super::error::Error;
use super::{Shared, dto};
use crate::core::filter;
use crate::store::{SavedFilter, TAG};

pub(super) async fn list(State(app): State<Shared>) -> Result<Json<Vec<dto::SavedFilter>>, Error> {
    let saved = app.read(|store| store.saved_filters()).await?;
    let one = |f: SavedFilter| dto::SavedFilter { name: f.name, filter: f.filter };
    Ok(Json(saved.into_iter().map(one).collect()))
}

#[derive(Debug, Deserialize)]
pub(super) struct Written {
    filter: String,
}

/// Keeps a filter under a name, instead of the one that had it.
pub(super) async fn keep(
    State(app): State<Shared>,
    Path(name): Path<String>,
    Json(written): Json<Written>,
) -> Result<StatusCode, Error> {
    let name = name.trim().to_owned();
    if name.is_empty() || name.chars().count() > TAG || name.chars().any(char::is_control) {
        return Err(Error::BadRequest("a name has 1 to 64 characters, on one line"));
    }
    // One that is not understood would be of no use to anybody.
    let filter = filter::parse(&written.filter)?;
    if filter.is_empty() {
        return Err(Error::BadRequest("the filter is empty"));
    }
    let saved = SavedFilter { name, filter: written.filter };
    let made_at = i64::try_from(jiff::Timestamp::now().as_nanosecond()).unwrap_or_default();
    app.read(move |store| store.save_filter(&saved, made_at)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// One that is gone already is gone.
pub(super) async fn forget(
    State(app): State<Shared>,
    Path(name): Path<String>,
) -> Result<StatusCode, Error> {
    app.read(move |store| store.forget_filter(&name)).await?;
    Ok(StatusCode::NO_CONTENT)
}
