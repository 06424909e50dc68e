//! `/api/recordings/{number}/frames`: windows of the list, single frames, and their bytes.

use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Deserialize;
use tokio_stream::StreamExt as _;
use tokio_stream::wrappers::ReceiverStream;

use super::error::Error;
use super::searches::{Question, Start, window_of};
use super::{Shared, convert, dto, recordings};
use crate::core::filter::{self, Filter};
use crate::core::frame::FrameNumber;
use crate::core::preview::{self, preview};
use crate::store::{FindingRow, FrameRow, PART, Store};

/// Frames beyond this size are not read for the few words that the list shows.
const PREVIEWED: u64 = 64 << 10;

/// Findings of a window or a frame that are sent at most.
const FINDINGS: usize = 10_000;

#[derive(Debug, Deserialize)]
pub(super) struct Window {
    /// The first frame; with a filter, the place of the first row among the frames that pass.
    #[serde(default)]
    from: u32,
    #[serde(default = "two_hundred")]
    limit: usize,
    #[serde(default)]
    filter: Option<String>,
    /// With a filter, in place of `from`: the first row is this frame, or the next that passes.
    #[serde(default)]
    frame: Option<u32>,
    /// In place of `from` and `frame`: the window that this frame's row is in, if windows begin at multiples of `limit`.
    #[serde(default)]
    around: Option<u32>,
    /// Rows are counted by their places, also without a filter; with `true`, pieces of one text that follow each
    /// other are one row.
    #[serde(default)]
    fold: Option<bool>,
}

fn two_hundred() -> usize {
    200
}

pub(super) async fn page(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(window): Query<Window>,
) -> Result<Json<dto::FramesPage>, Error> {
    let limit = window.limit.min(1_000);
    let filter = filter::parse(window.filter.as_deref().unwrap_or(""))?;
    if !filter.is_empty() || window.fold == Some(true) {
        let start = match (window.around, window.frame) {
            (Some(frame), _) => Start::Around(frame),
            (None, Some(frame)) => Start::Frame(frame),
            (None, None) => Start::Place(window.from.max(1)),
        };
        return filtered(&app, number, filter, window.fold.unwrap_or(false), start, limit).await;
    }
    let found = app
        .read(move |store| {
            let Some(recording) = store.recording(number)? else { return Ok(None) };
            let _snapshot = store.snapshot();
            let from = match window.around {
                Some(frame) => window_of(frame.saturating_sub(1) as usize, limit) as u32 + 1,
                None => window.frame.unwrap_or(window.from),
            };
            let rows = store.frames(number, FrameNumber(from), limit)?;
            let last = rows.last().map_or(FrameNumber(0), |r| r.number);
            let found = store.findings(number, FrameNumber(from), last, FINDINGS)?;
            let rows =
                rows.iter().map(|r| row(store, number, r, &found)).collect::<Result<_, _>>()?;
            // Where nothing is left out or folded, a frame's number is its place.
            let matches = window.fold.map(|_| dto::Matches {
                rows: recording.frames,
                count: recording.frames,
                from: i64::from(from.max(1)),
                reached: recording.frames,
                done: true,
                version: 0,
            });
            Ok(Some(dto::FramesPage { total: recording.frames, rows, matches }))
        })
        .await?;
    found.map(Json).ok_or(Error::NoRecording(number))
}

async fn filtered(
    app: &Shared,
    number: i64,
    filter: Filter,
    fold: bool,
    start: Start,
    limit: usize,
) -> Result<Json<dto::FramesPage>, Error> {
    let shared = Arc::clone(app);
    let page = app
        .read(move |store| {
            let Some(recording) = store.recording(number)? else { return Ok(None) };
            let _snapshot = store.snapshot();
            let question = Question { filter: &filter, fold };
            let window = shared.searches.window(store, &recording, question, start, limit)?;
            let mut rows = Vec::with_capacity(window.rows.len());
            for (first, last) in window.rows {
                let n = FrameNumber(first);
                let Some(r) = store.frame(number, n)? else { continue };
                let found = store.findings(number, n, FrameNumber(last), FINDINGS)?;
                rows.push(if first == last {
                    row(store, number, &r, &found)?
                } else {
                    run(store, number, &r, last, &found)?
                });
            }
            Ok(Some(dto::FramesPage {
                total: recording.frames,
                rows,
                matches: Some(window.matches),
            }))
        })
        .await?;
    page.map(Json).ok_or(Error::NoRecording(number))
}

/// Frames of which more are not summed up for one row.
const SUMMED: u32 = 20_000;
/// Pieces whose texts are read for the few words of a row.
const WORDS: u32 = 12;

/// The row of a run of frames: the first of them, with what is known of all.
fn run(
    store: &Store,
    recording: i64,
    first: &FrameRow,
    last: u32,
    found: &[FindingRow],
) -> Result<dto::FrameRow, crate::store::Error> {
    let n = first.number.0;
    let mut out = row(store, recording, first, &[])?;
    out.severity = found.iter().map(|f| convert::severity(&f.severity)).max();
    let totals = if last - n < SUMMED { Some(store.run_totals(recording, n, last)?) } else { None };
    out.run = Some(dto::Run {
        last: i64::from(last),
        t: totals.map(|(_, t)| t.seconds()),
        size: totals.map(|(size, _)| size),
    });
    let mut pieces = Vec::new();
    for piece in n..=last.min(n + WORDS - 1) {
        let raw = store.raw(recording, FrameNumber(piece), PREVIEWED as usize)?;
        if raw.cut {
            break;
        }
        pieces.push(raw.bytes);
    }
    if let Some(words) = preview::text_of(pieces.iter().map(Vec::as_slice)) {
        out.preview = Some(words);
    }
    Ok(out)
}

pub(super) fn row(
    store: &Store,
    recording: i64,
    r: &FrameRow,
    found: &[FindingRow],
) -> Result<dto::FrameRow, crate::store::Error> {
    let words = if r.size <= PREVIEWED {
        let raw = store.raw(recording, r.number, PART)?.bytes;
        preview(r.kind, r.method.as_deref(), r.variant.as_deref(), &raw)
    } else {
        None
    };
    Ok(convert::frame(r, words, found))
}

/// The findings of a recording, in the order of their frames.
pub(super) async fn findings(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(window): Query<Window>,
) -> Result<Json<Vec<dto::Finding>>, Error> {
    recordings::find(&app, number).await?;
    let limit = window.limit.min(1_000);
    let last = FrameNumber(u32::MAX);
    let found = app
        .read(move |store| store.findings(number, FrameNumber(window.from), last, limit))
        .await?;
    Ok(Json(found.iter().map(convert::finding).collect()))
}

pub(super) async fn one(
    State(app): State<Shared>,
    Path((number, frame)): Path<(i64, u32)>,
) -> Result<Json<dto::FrameDetail>, Error> {
    let found = app
        .read(move |store| {
            let Some(r) = store.frame(number, FrameNumber(frame))? else { return Ok(None) };
            let raw = store.raw(number, r.number, PART)?;
            let batch = store.batch(number, r.number)?;
            let found = store.findings(number, r.number, r.number, FINDINGS)?;
            Ok(Some((row(store, number, &r, &found)?, raw, batch, found)))
        })
        .await?;
    let Some((row, raw, batch, findings)) = found else {
        recordings::find(&app, number).await?;
        return Err(Error::NoFrame(number, frame));
    };
    let (mut text, mut base64) = (None, None);
    match std::str::from_utf8(&raw.bytes) {
        Ok(t) => text = Some(t.to_owned()),
        // A cut may fall inside of a character; the text before it is good.
        Err(e) if raw.cut && e.error_len().is_none() => {
            text = Some(String::from_utf8_lossy(&raw.bytes[..e.valid_up_to()]).into_owned());
        }
        Err(_) => base64 = Some(STANDARD.encode(&raw.bytes)),
    }
    let batch = batch.iter().map(convert::batch_item).collect();
    let findings = findings.iter().map(convert::finding).collect();
    Ok(Json(dto::FrameDetail { row, text, base64, cut: raw.cut, batch, findings }))
}

/// Some of a frame's bytes.
#[derive(Debug, Deserialize)]
pub(super) struct Bytes {
    #[serde(default)]
    from: u64,
    /// At most a megabyte; absent, all of it is meant.
    #[serde(default)]
    limit: Option<usize>,
}

/// The exact bytes, a megabyte at a time, so that a large frame is never held whole.
pub(super) async fn raw(
    State(app): State<Shared>,
    Path((number, frame)): Path<(i64, u32)>,
    Query(bytes): Query<Bytes>,
) -> Result<Response, Error> {
    let frame = FrameNumber(frame);
    let found = app.read(move |store| store.frame(number, frame)).await?;
    let Some(row) = found else { return Err(Error::NoFrame(number, frame.0)) };
    if let Some(limit) = bytes.limit {
        let (from, limit) = (bytes.from, limit.min(PART));
        let window = app.read(move |store| store.raw_window(number, frame, from, limit)).await?;
        let headers = [
            (header::CONTENT_TYPE, "application/octet-stream"),
            (header::CONTENT_DISPOSITION, "attachment"),
            (header::CACHE_CONTROL, "no-store"),
        ];
        return Ok((headers, window).into_response());
    }
    let name = format!("attachment; filename=\"recording-{number}-frame-{frame}.json\"");
    let headers = [
        (header::CONTENT_TYPE, "application/octet-stream".to_owned()),
        (header::CONTENT_LENGTH, row.size.to_string()),
        (header::CONTENT_DISPOSITION, name),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    if !row.in_parts {
        let raw = app.read(move |store| store.raw(number, frame, usize::MAX)).await?;
        return Ok((headers, raw.bytes).into_response());
    }
    let (send, receive) = tokio::sync::mpsc::channel::<Result<Vec<u8>, std::io::Error>>(2);
    tokio::spawn(async move {
        for part in 0.. {
            let bytes = match app.read(move |store| store.raw_part(number, frame, part)).await {
                Ok(Some(bytes)) => Ok(bytes),
                Ok(None) => return,
                Err(_) => Err(std::io::Error::other("the database cannot be read")),
            };
            if send.send(bytes).await.is_err() {
                return;
            }
        }
    });
    let body = Body::from_stream(ReceiverStream::new(receive).map(|part| part));
    Ok((headers, body).into_response())
}

#[derive(Debug, Deserialize)]
pub(super) struct Lines {
    #[serde(default)]
    from: usize,
    #[serde(default = "two_hundred")]
    limit: usize,
}

pub(super) async fn stderr(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(lines): Query<Lines>,
) -> Result<Json<Vec<dto::StderrLine>>, Error> {
    recordings::find(&app, number).await?;
    let limit = lines.limit.min(1_000);
    let rows = app.read(move |store| store.stderr(number, lines.from, limit)).await?;
    Ok(Json(rows.iter().map(dto::StderrLine::from).collect()))
}
