//! `POST /api/recordings`: a file that is dropped on the page becomes recordings.

use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::PathBuf;

use axum::Json;
use axum::body::Body;
use axum::extract::{Query, State};
use axum::http::{StatusCode, header};
use serde::Deserialize;
use tokio::io::AsyncWriteExt as _;
use tokio_stream::StreamExt as _;

use super::error::Error;
use super::{Shared, dto};
use crate::import;
use crate::report::words::harmless;
use crate::store::{Store, UPLOAD};

/// Bytes of a file that a browser may send. Larger ones go by the command line, which reads them in place.
const LARGEST: u64 = 2 << 30;

#[derive(Debug, Deserialize)]
pub(super) struct Named {
    /// What the file is called.
    name: String,
}

/// A file beside the database, locked while this value lives, and gone with it.
struct Spooled {
    path: PathBuf,
    _locked: std::fs::File,
}

impl Drop for Spooled {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.path);
    }
}

/// Takes a file in: first all of its bytes, then, in one transaction, its recordings.
pub(super) async fn upload(
    State(app): State<Shared>,
    Query(named): Query<Named>,
    headers: axum::http::HeaderMap,
    body: Body,
) -> Result<(StatusCode, Json<dto::Imported>), Error> {
    let shown = shown(&named.name);
    let told = headers.get(header::CONTENT_LENGTH).and_then(|l| l.to_str().ok()?.parse().ok());
    if told.is_some_and(|l: u64| l > LARGEST) {
        return Err(too_large(&shown));
    }
    let spooled = spool(&app, &shown, body).await?;
    let import = {
        let app = app.clone();
        move || -> Result<Vec<i64>, import::Error> {
            let mut store = Store::open(&app.location.database)?;
            import::any(&mut store, &app.location, &spooled.path, &shown)
        }
    };
    let imported = tokio::task::spawn_blocking(import).await.map_err(|_| Error::Internal)?;
    let numbers = imported.map_err(|e| match e {
        import::Error::File(message) => Error::BadFile(message),
        import::Error::Store(e) => Error::Store(e),
    })?;
    app.live.look();
    Ok((StatusCode::CREATED, Json(dto::Imported { numbers })))
}

async fn spool(app: &Shared, shown: &str, body: Body) -> Result<Spooled, Error> {
    let no_room = |e: io::Error| {
        Error::BadFile(format!("{shown}: cannot be kept: {e}: free some space in the data folder"))
    };
    let path = app.location.passing(UPLOAD);
    let mut options = std::fs::OpenOptions::new();
    let file = options.write(true).create_new(true).mode(0o600).open(&path).map_err(no_room)?;
    let _ = file.try_lock();
    let spooled = Spooled { path, _locked: file.try_clone().map_err(no_room)? };
    let mut file = tokio::fs::File::from_std(file);
    let mut size = 0;
    let mut body = body.into_data_stream();
    while let Some(piece) = body.next().await {
        let bytes = piece.map_err(|_| {
            Error::BadFile(format!("{shown}: did not arrive as a whole: send it again"))
        })?;
        size += bytes.len() as u64;
        if size > LARGEST {
            return Err(too_large(shown));
        }
        file.write_all(&bytes).await.map_err(no_room)?;
    }
    file.flush().await.map_err(no_room)?;
    Ok(spooled)
}

fn too_large(shown: &str) -> Error {
    Error::BadFile(format!(
        "{shown}: is larger than 2 GiB: import it with `acp-scope import`, which reads it in place"
    ))
}

/// The last part of what the file is called, as it may stand in a message.
fn shown(name: &str) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let short: String = harmless(last).chars().take(200).collect();
    if short.is_empty() { "the file".to_owned() } else { short }
}
