//! `/api/filter`, `/api/search` and `/api/recordings/{number}/why`: the filter language for those who type it.

use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::error::Error;
use super::{Shared, dto, frames};
use crate::core::filter::text::Needle;
use crate::core::filter::{self, Expr, Filter, Known, Node};
use crate::core::frame::FrameNumber;
use crate::store::{self, PART, RecordingRow, Store};

/// Where counting stops, for reasons.
const COUNTED: usize = 10_000;
/// How long a request searches at most.
const PATIENCE: Duration = Duration::from_millis(400);

#[derive(Debug, Deserialize)]
pub(super) struct Typed {
    q: String,
    /// In UTF-16 units.
    cursor: Option<usize>,
    recording: Option<i64>,
}

/// What is wrong with a filter, and what may be typed next.
pub(super) async fn check(
    State(app): State<Shared>,
    Query(typed): Query<Typed>,
) -> Result<Json<dto::FilterCheck>, Error> {
    let q = typed.q;
    let completions = match typed.cursor {
        None => None,
        Some(cursor) => {
            let known = match typed.recording {
                Some(number) => app.read(move |store| store.known_names(number)).await?,
                None => Known::default(),
            };
            let got = filter::complete(&q, from_utf16(&q, cursor), &known);
            Some(dto::FilterCompletions {
                from: utf16(&q, got.span.start),
                to: utf16(&q, got.span.end),
                items: got
                    .items
                    .into_iter()
                    .map(|i| dto::FilterCompletion { text: i.text, detail: i.detail, open: i.open })
                    .collect(),
            })
        }
    };
    let parsed = filter::parse(&q);
    Ok(Json(dto::FilterCheck {
        canonical: parsed.as_ref().ok().map(ToString::to_string),
        searched: parsed
            .as_ref()
            .map(|f| f.searched().into_iter().map(ToOwned::to_owned).collect())
            .unwrap_or_default(),
        fault: parsed.err().map(|e| dto::FilterFault {
            from: utf16(&q, e.span.start),
            to: utf16(&q, e.span.end),
            message: e.message,
            expected: e.expected,
            suggestion: e.suggestion,
        }),
        completions,
    }))
}

fn utf16(text: &str, at: usize) -> u32 {
    let units = text.get(..at).unwrap_or(text).encode_utf16().count();
    u32::try_from(units).unwrap_or(u32::MAX)
}

fn from_utf16(text: &str, units: usize) -> usize {
    let mut left = units;
    for (at, c) in text.char_indices() {
        if left < c.len_utf16() {
            return at;
        }
        left -= c.len_utf16();
    }
    text.len()
}

#[derive(Debug, Deserialize)]
pub(super) struct Asked {
    filter: String,
}

/// Which term leaves nothing.
pub(super) async fn why(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(asked): Query<Asked>,
) -> Result<Json<dto::FilterWhy>, Error> {
    let filter = filter::parse(&asked.filter)?;
    let found = app
        .read(move |store| {
            let Some(recording) = store.recording(number)? else { return Ok(None) };
            let nodes = filter.conjuncts();
            let mut terms = Vec::with_capacity(nodes.len());
            for (i, node) in nodes.iter().enumerate() {
                let others = nodes.iter().enumerate().filter(|(j, _)| *j != i);
                let others: Vec<Node> = others.map(|(_, n)| (*n).clone()).collect();
                let only = others.is_empty();
                let rest = all_of(others);
                let alone = Filter { root: Some((*node).clone()) };
                terms.push(dto::WhyTerm {
                    text: node.to_string(),
                    alone: count(store, &recording, &alone)?,
                    without: if only { None } else { Some(count(store, &recording, &rest)?) },
                    rest: rest.to_string(),
                });
            }
            Ok(Some(dto::FilterWhy { terms, most: COUNTED as u32 }))
        })
        .await?;
    found.map(Json).ok_or(Error::NoRecording(number))
}

fn all_of(mut nodes: Vec<Node>) -> Filter {
    let root = match nodes.len() {
        0 => None,
        1 => Some(nodes.remove(0)),
        _ => Some(Node { span: 0..0, expr: Expr::All(nodes) }),
    };
    Filter { root }
}

fn count(store: &Store, recording: &RecordingRow, filter: &Filter) -> Result<u32, store::Error> {
    let last = u32::try_from(recording.frames).unwrap_or(u32::MAX);
    let found = store.matching(recording.number, filter, 1, last, COUNTED, None)?;
    Ok(found.frames.len().min(COUNTED) as u32)
}

#[derive(Debug, Deserialize)]
pub(super) struct Searched {
    q: String,
    #[serde(default = "fifty")]
    limit: usize,
    /// `next` of the page before.
    after: Option<String>,
}

fn fifty() -> usize {
    50
}

/// Frames of all recordings, newest recording first.
pub(super) async fn search(
    State(app): State<Shared>,
    Query(asked): Query<Searched>,
) -> Result<Json<dto::SearchPage>, Error> {
    let filter = filter::parse(&asked.q)?;
    if filter.is_empty() {
        return Err(Error::BadRequest("q is empty: give a text, or any filter"));
    }
    let limit = asked.limit.clamp(1, 500);
    let after = asked.after.as_deref().map(place).transpose()?;
    let page = app.read(move |store| page(store, &filter, after, limit)).await?;
    Ok(Json(page))
}

/// `0190…:120`: a recording by its uuid up to frame 120, and all recordings that are newer. Recordings stand in the order
/// of their uuids, so that the place is there when the recording itself was deleted.
fn place(text: &str) -> Result<(String, u32), Error> {
    text.rsplit_once(':')
        .filter(|(uuid, _)| uuid.len() == 36)
        .and_then(|(uuid, frame)| Some((uuid.to_owned(), frame.parse().ok()?)))
        .ok_or(Error::BadRequest("after is not the `next` of a page"))
}

fn page(
    store: &Store,
    filter: &Filter,
    after: Option<(String, u32)>,
    limit: usize,
) -> Result<dto::SearchPage, store::Error> {
    let until = Instant::now() + PATIENCE;
    let needle = filter.searched().first().map(|text| Needle::new(text));
    let recordings = store.recordings()?;
    let (uuid, frame) = after.unwrap_or_default();
    let begin = if uuid.is_empty() { 0 } else { recordings.partition_point(|r| r.uuid > uuid) };
    let mut hits = Vec::new();
    let unindexed = store.text_waiting()?.iter().map(|&(_, waits)| waits).sum();
    let answer = |hits, next, searched: usize| dto::SearchPage {
        hits,
        next,
        searched: u32::try_from(searched).unwrap_or(u32::MAX),
        recordings: u32::try_from(recordings.len()).unwrap_or(u32::MAX),
        unindexed,
    };
    for (i, recording) in recordings.iter().enumerate().skip(begin) {
        let mut reached = if recording.uuid == uuid { frame } else { 0 };
        let last = u32::try_from(recording.frames).unwrap_or(u32::MAX);
        while reached < last {
            let most = limit - hits.len();
            let found =
                store.matching(recording.number, filter, reached + 1, last, most, Some(until))?;
            reached = found.reached;
            for &n in &found.frames {
                if hits.len() == limit {
                    reached = n - 1;
                    break;
                }
                hits.extend(hit(store, recording, n, needle.as_ref())?);
            }
            if hits.len() >= limit || Instant::now() >= until {
                let next = (reached < last || i + 1 < recordings.len())
                    .then(|| format!("{}:{reached}", recording.uuid));
                return Ok(answer(hits, next, i + usize::from(reached >= last)));
            }
        }
    }
    Ok(answer(hits, None, recordings.len()))
}

fn hit(
    store: &Store,
    recording: &RecordingRow,
    number: u32,
    needle: Option<&Needle>,
) -> Result<Option<dto::SearchHit>, store::Error> {
    let n = FrameNumber(number);
    // A frame that was found is there, unless its recording is deleted at this moment.
    let Some(row) = store.frame(recording.number, n)? else { return Ok(None) };
    let found = store.findings(recording.number, n, n, 100)?;
    let excerpt = match needle {
        Some(needle) => {
            let raw = store.raw(recording.number, n, PART)?.bytes;
            needle.excerpt(&raw, row.kind)
        }
        None => None,
    };
    Ok(Some(dto::SearchHit {
        recording: recording.number,
        title: recording.title(),
        row: frames::row(store, recording.number, &row, &found)?,
        excerpt: excerpt.map(|e| dto::Excerpt { before: e.before, hit: e.hit, after: e.after }),
    }))
}
