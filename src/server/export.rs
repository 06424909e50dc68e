//! `/api/recordings/{number}/export`: a recording, or a selection of its frames, as a capture file or a document; without
//! secrets unless they are asked for. `…/redactions` says what would be replaced.

use std::io::{self, BufWriter, Write};
use std::sync::{Arc, Mutex, PoisonError};

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use tokio_stream::wrappers::ReceiverStream;

use super::error::Error;
use super::{Shared, convert, dto, recordings};
use crate::capture;
use crate::core::filter;
use crate::core::frame::FrameNumber;
use crate::core::redact::{Place, Redactor};
use crate::share::{self, Form, Wanted};
use crate::store::{self, RecordingRow, Store};

/// Bytes of a frame that is redacted by itself.
const LARGEST_FRAME: u64 = 64 << 20;

#[derive(Debug, Deserialize)]
pub(super) struct Which {
    /// `3,7-9`: these frames only.
    frames: Option<String>,
    /// Those that pass.
    filter: Option<String>,
    /// The form; a capture file if nothing is said.
    #[serde(default)]
    format: Format,
    /// `include` leaves secrets in it.
    secrets: Option<Secrets>,
}

#[derive(Debug, Default, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Format {
    #[default]
    Jsonl,
    Html,
    Md,
}

/// The only way to have them: by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Secrets {
    Include,
}

pub(super) async fn export(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(which): Query<Which>,
) -> Result<Response, Error> {
    let recording = recordings::find(&app, number).await?;
    let frames = chosen(&app, &recording, which.frames.as_deref(), which.filter).await?;
    let part = if frames.is_some() { "-selection" } else { "" };
    let (form, mime, ending) = match which.format {
        Format::Jsonl => (Form::Capture, "application/jsonl", "acp.jsonl"),
        Format::Html => (Form::Html, "text/html", "html"),
        Format::Md => (Form::Markdown, "text/markdown", "md"),
    };
    let redact = which.secrets.is_none().then(|| share::known_here(Vec::new()));
    if form != Form::Capture && recording.bytes > share::LARGEST && frames.is_none() {
        return Err(Error::BadRequest(
            "a document holds at most 256 MB: choose frames, or take a capture file",
        ));
    }
    let wanted = Wanted { form, frames, redact };
    let headers = [
        (header::CONTENT_TYPE, format!("{mime}; charset=utf-8")),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"recording-{number}{part}.{ending}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let (send, receive) = tokio::sync::mpsc::channel::<io::Result<Vec<u8>>>(2);
    tokio::spawn(async move {
        let _ = app
            .read(move |store| {
                let mut out = BufWriter::with_capacity(1 << 16, Pipe(send.clone()));
                match share::write(store, &recording, &wanted, &mut out) {
                    Ok(_) | Err(share::Error::Capture(capture::Error::Output(_))) => Ok(()),
                    Err(e) => {
                        // The reader must not take half of a file for the whole.
                        let _ = send.blocking_send(Err(io::Error::other(e.to_string())));
                        Err::<(), store::Error>(match e {
                            share::Error::Capture(capture::Error::Store(e)) => e,
                            _ => return Ok(()),
                        })
                    }
                }
            })
            .await;
    });
    Ok((headers, Body::from_stream(ReceiverStream::new(receive))).into_response())
}

/// The frames that were asked for; `None` for all.
async fn chosen(
    app: &Shared,
    recording: &RecordingRow,
    frames: Option<&str>,
    filter: Option<String>,
) -> Result<Option<Vec<u32>>, Error> {
    let frames = frames.map(|f| listed(f, recording.frames)).transpose()?;
    let Some(text) = filter.filter(|f| !f.trim().is_empty()) else { return Ok(frames) };
    let filter = filter::parse(&text)?;
    let (shared, row) = (Arc::clone(app), recording.clone());
    let passing = app.read(move |store| shared.searches.all(store, &row, &filter)).await?;
    Ok(Some(match frames {
        None => passing,
        Some(frames) => frames.into_iter().filter(|n| passing.binary_search(n).is_ok()).collect(),
    }))
}

/// What would be replaced, how often and where.
pub(super) async fn redactions(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(which): Query<Which>,
) -> Result<Json<Vec<dto::Redaction>>, Error> {
    let recording = recordings::find(&app, number).await?;
    let frames = chosen(&app, &recording, which.frames.as_deref(), which.filter).await?;
    let redact = Some(share::known_here(Vec::new()));
    let wanted = Wanted { form: Form::Capture, frames, redact };
    let replaced = app
        .read(move |store| Ok(share::write(store, &recording, &wanted, &mut io::sink())))
        .await?
        .map_err(unreadable)?;
    Ok(Json(replaced.iter().map(convert::redaction).collect()))
}

/// The bytes of one frame without the secrets of its recording.
pub(super) async fn frame(
    State(app): State<Shared>,
    Path((number, frame)): Path<(i64, u32)>,
) -> Result<Response, Error> {
    let recording = recordings::find(&app, number).await?;
    let n = FrameNumber(frame);
    let Some(row) = app.read(move |store| store.frame(number, n)).await? else {
        return Err(Error::NoFrame(number, frame));
    };
    if row.size > LARGEST_FRAME {
        return Err(Error::BadRequest("the frame has more than 64 MB: export it instead"));
    }
    let shared = Arc::clone(&app);
    let text = app
        .read(move |store| {
            let redactor = match shared.redactors.of(store, &recording) {
                Ok(redactor) => redactor,
                Err(e) => return Ok(Err(e)),
            };
            let raw = store.raw(number, n, usize::MAX)?.bytes;
            let mut redactor = redactor.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(Ok(redactor.frame(Place::Frame(frame), &raw).into_owned()))
        })
        .await?
        .map_err(unreadable)?;
    let name = format!("attachment; filename=\"recording-{number}-frame-{frame}-redacted.json\"");
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    Ok((headers, text).into_response())
}

/// What replaces the secrets of the recordings that frames were copied from last: to learn it takes reading all of one.
#[derive(Debug, Default)]
pub(super) struct Redactors(Mutex<Vec<Learned>>);

#[derive(Debug)]
struct Learned {
    uuid: String,
    frames: i64,
    redactor: Arc<Mutex<Redactor>>,
}

impl Redactors {
    fn of(&self, store: &Store, row: &RecordingRow) -> Result<Arc<Mutex<Redactor>>, share::Error> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let same = |l: &Learned| l.uuid == row.uuid && l.frames == row.frames;
        if let Some(learned) = kept.iter().find(|l| same(l)) {
            return Ok(Arc::clone(&learned.redactor));
        }
        let redactor = share::redactor(store, row, share::known_here(Vec::new()))?;
        let redactor = Arc::new(Mutex::new(redactor));
        kept.retain(|l| l.uuid != row.uuid);
        kept.truncate(1);
        kept.insert(
            0,
            Learned { uuid: row.uuid.clone(), frames: row.frames, redactor: Arc::clone(&redactor) },
        );
        Ok(redactor)
    }
}

pub(super) fn unreadable(e: share::Error) -> Error {
    match e {
        share::Error::Capture(capture::Error::Store(e)) => Error::Store(e),
        _ => Error::Internal,
    }
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
