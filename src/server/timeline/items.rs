//! Windows of items, single items, and their history.

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::{Look, View, dto, look};
use crate::core::frame::FrameNumber;
use crate::core::timeline::{Built, Place, build};
use crate::server::Shared;
use crate::server::error::Error;

/// Items of a window.
const MOST: usize = 500;
/// Ranges of frames that are told of an item. One that was said anew all the time has more.
const RANGES: usize = 400;
/// A focus that stands so near to the head of its window brings the window before it along.
const NEAR: usize = 24;

/// Which items are wanted.
#[derive(Debug, Deserialize)]
pub(in crate::server) struct Window {
    session: Option<String>,
    #[serde(default)]
    from: usize,
    #[serde(default = "fifty")]
    limit: usize,
    at: Option<u32>,
    focus: Option<u32>,
}

fn fifty() -> usize {
    50
}

pub(in crate::server) async fn page(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(asked): Query<Window>,
) -> Result<Json<dto::TimelinePage>, Error> {
    let seen = look(&app, number, asked.at, move |view, held| {
        let session = view.session(asked.session.as_deref())?;
        let total = view.timeline.sessions[session].items_at(view.at);
        let limit = asked.limit.clamp(1, MOST);
        let focus = asked.focus.and_then(|frame| focus(view, session, frame));
        let (from, until) = match asked.focus {
            Some(_) => around(focus.unwrap_or(total.saturating_sub(1)), limit),
            None => (asked.from, asked.from.saturating_add(limit)),
        };
        let built: Vec<Built> =
            (from..until.min(total)).filter_map(|i| view.shown(session, i, held)).collect();
        let numbers = built.iter().filter_map(|b| b.turn);
        let turns = match (numbers.clone().min(), numbers.max()) {
            (Some(first), Some(last)) => super::turns::between(view, session, first, last, held),
            _ => Vec::new(),
        };
        let items = built.into_iter().map(item).collect();
        Ok(dto::TimelinePage { at: view.at.0, total, from, focus, items, turns })
    });
    Ok(Json(seen.await?))
}

/// The place of the item that a frame has made or changed.
fn focus(view: &View<'_>, session: usize, frame: u32) -> Option<usize> {
    view.timeline.places(FrameNumber(frame)).find_map(|place| match place {
        Place::Item { session: of, item } if of as usize == session => Some(item as usize),
        _ => None,
    })
}

/// Windows begin at multiples of their length, so that whoever keeps them finds each again.
fn around(focus: usize, limit: usize) -> (usize, usize) {
    let window = focus / limit * limit;
    let from = if focus - window < NEAR { window.saturating_sub(limit) } else { window };
    (from, window + limit)
}

fn item(b: Built) -> dto::Item {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for frame in &b.frames {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == frame.0 => *last = frame.0,
            _ => ranges.push((frame.0, frame.0)),
        }
    }
    let first_frame = ranges.first().map_or(0, |r| r.0);
    let last_frame = ranges.last().map_or(0, |r| r.1);
    if ranges.len() > RANGES {
        ranges.drain(1..=ranges.len() - RANGES);
    }
    let statuses = b.statuses.into_iter().map(|(frame, t, status)| dto::StatusChange {
        frame: frame.0,
        t: t.seconds(),
        status,
    });
    dto::Item {
        index: b.index,
        kind: b.kind.word(),
        id: b.id,
        turn: b.turn,
        first_frame,
        last_frame,
        frames: ranges,
        frame_count: b.frames.len(),
        t: b.t.seconds(),
        last_t: b.last_t.seconds(),
        history: b.kind.is_history(),
        replay: b.replay,
        compacted_away: b.compacted_away,
        cancelled: b.cancelled,
        parent_item: b.parent,
        state: b.state,
        terminals: b.terminals,
        patches: b.steps,
        statuses: statuses.collect(),
    }
}

pub(in crate::server) async fn one(
    State(app): State<Shared>,
    Path((number, index)): Path<(i64, usize)>,
    Query(asked): Query<Look>,
) -> Result<Json<dto::Item>, Error> {
    let seen = look(&app, number, asked.at, move |view, held| {
        let session = view.session(asked.session.as_deref())?;
        let built = view.shown(session, index, held).ok_or(Error::NoItem(number, index))?;
        Ok(item(built))
    });
    Ok(Json(seen.await?))
}

pub(in crate::server) async fn patches(
    State(app): State<Shared>,
    Path((number, index)): Path<(i64, usize)>,
    Query(asked): Query<Look>,
) -> Result<Json<dto::Patches>, Error> {
    let seen = look(&app, number, asked.at, move |view, held| {
        let session = view.session(asked.session.as_deref())?;
        let of = &view.timeline.sessions[session];
        let built = build::item(view.timeline, of, index, held, view.at)
            .ok_or(Error::NoItem(number, index))?;
        let patches = built.patches.into_iter().map(|p| dto::Patch {
            frame: p.frame.0,
            t: p.t.seconds(),
            set: p.set,
            cleared: p.cleared,
            appended: p.appended,
            ignored: p
                .ignored
                .into_iter()
                .map(|i| dto::Ignored { field: i.field, reason: i.reason })
                .collect(),
            note: p.note,
        });
        Ok(dto::Patches { patches: patches.collect() })
    });
    Ok(Json(seen.await?))
}

/// Where a frame stands.
pub(in crate::server) async fn place(
    State(app): State<Shared>,
    Path((number, frame)): Path<(i64, u32)>,
) -> Result<Json<dto::FramePlaces>, Error> {
    let seen = look(&app, number, None, move |view, _| {
        let mut places = dto::FramePlaces { items: Vec::new(), plumbing: None };
        for place in view.timeline.places(FrameNumber(frame)) {
            match place {
                Place::Item { session, item } => {
                    let of = &view.timeline.sessions[session as usize];
                    places.items.push(dto::FramePlace {
                        session: of.id.as_deref().map(str::to_owned),
                        index: item,
                        kind: of.items[item as usize].kind.word(),
                    });
                }
                Place::Plumbing(why) => places.plumbing = Some(why.words()),
            }
        }
        if places.items.is_empty() && places.plumbing.is_none() {
            return Err(Error::NoFrame(number, frame));
        }
        Ok(places)
    });
    Ok(Json(seen.await?))
}
