//! `/api/recordings/{number}/export`: a recording, or a selection of its frames, as a capture file.

use std::io::{self, BufWriter, Write};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio_stream::wrappers::ReceiverStream;

use super::error::Error;
use super::{Shared, recordings};
use crate::capture;
use crate::core::filter;
use crate::store;

#[derive(Debug, Deserialize)]
pub(super) struct Which {
    /// `3,7-9`: these frames only.
    frames: Option<String>,
    /// Those that pass.
    filter: Option<String>,
}

pub(super) async fn export(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(which): Query<Which>,
) -> Result<Response, Error> {
    let recording = recordings::find(&app, number).await?;
    let mut frames = which.frames.as_deref().map(|f| listed(f, recording.frames)).transpose()?;
    if let Some(text) = which.filter.filter(|f| !f.trim().is_empty()) {
        let filter = filter::parse(&text)?;
        let (shared, row) = (Arc::clone(&app), recording.clone());
        let passing = app.read(move |store| shared.searches.all(store, &row, &filter)).await?;
        frames = Some(match frames {
            None => passing,
            Some(frames) => {
                frames.into_iter().filter(|n| passing.binary_search(n).is_ok()).collect()
            }
        });
    }
    let part = if frames.is_some() { "-selection" } else { "" };
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"recording-{number}{part}.acp.jsonl\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let (send, receive) = tokio::sync::mpsc::channel::<io::Result<Vec<u8>>>(2);
    tokio::spawn(async move {
        let _ = app
            .read(move |store| {
                let mut out = BufWriter::with_capacity(1 << 16, Pipe(send.clone()));
                let written = match &frames {
                    Some(frames) => capture::write_selection(store, &recording, frames, &mut out),
                    None => capture::write(store, &recording, &mut out),
                };
                match written {
                    Ok(()) | Err(capture::Error::Output(_)) => Ok(()),
                    Err(capture::Error::Store(e)) => {
                        // The reader must not take half of a file for the whole.
                        let _ = send
                            .blocking_send(Err(io::Error::other("the database cannot be read")));
                        Err::<(), store::Error>(e)
                    }
                }
            })
            .await;
    });
    Ok((headers, Body::from_stream(ReceiverStream::new(receive))).into_response())
}

/// `3,7-9` as numbers, as far as there are such frames.
fn listed(text: &str, frames: i64) -> Result<Vec<u32>, Error> {
    let last = u32::try_from(frames).unwrap_or(u32::MAX);
    let mut out = Vec::new();
    for part in text.split(',').map(str::trim).filter(|p| !p.is_empty()) {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (Ok(from), Ok(to)) = (from.trim().parse::<u32>(), to.trim().parse::<u32>()) else {
            return Err(Error::BadRequest("frames are written as 3,7-9"));
        };
        // However the list is written, no frame is in it more than once.
        out.extend(from.max(1)..=to.min(last));
        if out.len() > 4 * last as usize {
            return Err(Error::BadRequest("frames are listed again and again"));
        }
    }
    out.sort_unstable();
    out.dedup();
    Ok(out)
}

/// Hands what is written to the response.
struct Pipe(tokio::sync::mpsc::Sender<io::Result<Vec<u8>>>);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0
            .blocking_send(Ok(bytes.to_vec()))
            .map_err(|_| io::Error::from(io::ErrorKind::BrokenPipe))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
