//! Sessions and their turns; steps from one turn or patch to the next; how long answers took.

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;

use super::{Look, View, cost, dto, look, span};
use crate::core::frame::{FrameNumber, Moment};
use crate::core::message;
use crate::core::timeline::outline::{self, SessionOutline, TurnOutline};
use crate::core::timeline::spent::{Share, Spent, spent};
use crate::core::timeline::{Frames, Origin, known, latency};
use crate::reconstruct::Held;
use crate::server::Shared;
use crate::server::error::Error;

/// Turns of a page.
const MOST: usize = 500;

pub(in crate::server) async fn sessions(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(asked): Query<Look>,
) -> Result<Json<dto::Sessions>, Error> {
    let seen = look(&app, number, asked.at, |view, held| {
        let outlines = outline::sessions(view.timeline, view.at);
        let mut sessions = Vec::with_capacity(outlines.len());
        for outline in &outlines {
            sessions.push(session(view, outline, held)?);
        }
        Ok(dto::Sessions { at: view.at.0, folded: view.folded, frames: view.frames, sessions })
    });
    Ok(Json(seen.await?))
}

fn session(
    view: &View<'_>,
    o: &SessionOutline<'_>,
    held: &mut Held<'_>,
) -> Result<dto::Session, Error> {
    let also_in = match o.id {
        Some(id) => view.store.recordings_with_session(id, view.recording)?,
        None => Vec::new(),
    };
    Ok(dto::Session {
        id: o.id.map(str::to_owned),
        parent: o.parent.map(str::to_owned),
        title: known::title(view.timeline, o.index, held, view.at),
        cwd: o.cwd.map(str::to_owned),
        origin: o.origin.map(Origin::word),
        first_frame: o.first.0,
        last_frame: view.timeline.sessions[o.index].last.min(view.at).0,
        t: o.t.seconds(),
        items: o.items,
        turns: o.turns,
        open_turn: o.open_turn.map(|(number, _)| number),
        also_in,
    })
}

fn turn(view: &View<'_>, session: usize, t: &TurnOutline<'_>, held: &mut Held<'_>) -> dto::Turn {
    let seconds = |m: Option<Moment>| m.map(Moment::seconds);
    let usage = t.end.and_then(|(frame, _)| {
        let response = Frames::read(held, frame)?.raw?;
        let response = message::value(&response)?;
        response.pointer("/result/usage").filter(|u| u.is_object()).cloned()
    });
    let until = view.now.unwrap_or_else(|| t.last_known());
    dto::Turn {
        session: view.timeline.sessions[session].id.as_deref().map(str::to_owned),
        number: t.number,
        first_frame: t.first.0,
        last_frame: t.end.map(|(f, _)| f.0),
        t: t.t.seconds(),
        ended_t: seconds(t.end.map(|(_, m)| m)),
        stop_reason: t.stop.map(str::to_owned),
        error: t.error.map(str::to_owned),
        cancelled_frame: t.cancel.map(|(f, _)| f.0),
        first_update_t: seconds(t.first_update),
        first_text_t: seconds(t.first_text),
        updates: t.updates,
        messages: t.messages,
        tool_calls: t.tool_calls,
        first_item: t.items.0,
        items: t.items.1,
        tools: t.tools.iter().map(span).collect(),
        waits: t.waits.iter().map(span).collect(),
        calls: t.calls.iter().map(span).collect(),
        used: t.used,
        cost: t.cost.map(|(amount, currency)| cost(amount, currency)),
        usage,
        time: time(&spent(view.timeline, t, view.at, until)),
    }
}

fn time(spent: &Spent) -> dto::Spent {
    let seconds = |n: u64| n as f64 / 1e9;
    let sum = |share| seconds(spent.of(share));
    dto::Spent {
        total: seconds(spent.total()),
        sums: dto::Shares {
            human: sum(Share::Human),
            client: sum(Share::Client),
            tools: sum(Share::Tools),
            silence: sum(Share::Silence),
            agent: sum(Share::Agent),
        },
        pieces: spent
            .pieces
            .iter()
            .map(|p| dto::SpentPiece {
                share: p.share.word(),
                from_t: p.from.seconds(),
                to_t: p.to.seconds(),
            })
            .collect(),
    }
}

/// Turns of a session by their numbers, from one to another.
pub(super) fn between(
    view: &View<'_>,
    session: usize,
    first: u32,
    last: u32,
    held: &mut Held<'_>,
) -> Vec<dto::Turn> {
    let of = &view.timeline.sessions[session];
    let (from, most) = (first.saturating_sub(1) as usize, (last - first) as usize + 1);
    let turns = outline::window(of, view.at, from, most.min(MOST));
    turns.iter().map(|t| turn(view, session, t, held)).collect()
}

/// Which turns are wanted.
#[derive(Debug, Deserialize)]
pub(in crate::server) struct Wanted {
    session: Option<String>,
    at: Option<u32>,
    #[serde(default)]
    from: usize,
    #[serde(default = "hundred")]
    limit: usize,
    first: Option<u32>,
    last: Option<u32>,
}

fn hundred() -> usize {
    100
}

/// A window of turns: of a session, or of all in the order of their prompts; also only those that reach into some
/// frames.
pub(in crate::server) async fn page(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(asked): Query<Wanted>,
) -> Result<Json<dto::TurnsPage>, Error> {
    let seen = look(&app, number, asked.at, move |view, held| {
        let sessions = match asked.session.as_deref() {
            Some(id) => view.session(Some(id))?..view.session(Some(id))? + 1,
            None => 0..view.timeline.sessions.len(),
        };
        let (first, last) = (asked.first.unwrap_or(0), asked.last.unwrap_or(u32::MAX));
        let mut places: Vec<(FrameNumber, usize, usize)> = Vec::new();
        for session in sessions {
            for (place, turn) in
                outline::begun(&view.timeline.sessions[session], view.at).iter().enumerate()
            {
                let ends = turn.end.as_ref().map_or(u32::MAX, |e| e.frame.0);
                if turn.frame.0 <= last && ends >= first {
                    places.push((turn.frame, session, place));
                }
            }
        }
        places.sort_unstable();
        let total = places.len();
        let limit = asked.limit.min(MOST);
        let turns = places.into_iter().skip(asked.from).take(limit).filter_map(|(_, of, place)| {
            let session = &view.timeline.sessions[of];
            let found = outline::window(session, view.at, place, 1).into_iter().next()?;
            Some(turn(view, of, &found, held))
        });
        Ok(dto::TurnsPage { at: view.at.0, total, from: asked.from, turns: turns.collect() })
    });
    Ok(Json(seen.await?))
}

/// Where all turns of a session stand: enough to lay out a list of its items.
pub(in crate::server) async fn places(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(asked): Query<Wanted>,
) -> Result<Json<dto::TurnPlaces>, Error> {
    let seen = look(&app, number, None, move |view, _| {
        let session = view.session(asked.session.as_deref())?;
        let session = &view.timeline.sessions[session];
        let there = outline::begun(session, view.at);
        let mut places = dto::TurnPlaces {
            at: view.at.0,
            from: asked.from,
            first_frame: Vec::new(),
            last_frame: Vec::new(),
            first_item: Vec::new(),
            items: Vec::new(),
            end: Vec::new(),
        };
        let mut items = vec![0; session.turns.len() + 1];
        for item in &session.items[..session.items_at(view.at)] {
            if let Some(items) = items.get_mut(item.turn as usize) {
                *items += 1;
            }
        }
        for turn in there.iter().skip(asked.from) {
            let end = turn.end.as_ref().filter(|e| e.frame <= view.at);
            places.first_frame.push(turn.frame.0);
            places.last_frame.push(end.map(|e| e.frame.0));
            places.first_item.push(turn.item);
            places.items.push(items[turn.number as usize]);
            let words = end.and_then(|e| e.error.as_deref().or(e.stop.as_deref()));
            places.end.push(words.map(|w| w.chars().take(WORDS).collect()));
        }
        Ok(places)
    });
    Ok(Json(seen.await?))
}

/// Letters of a turn's end that are given for a list.
const WORDS: usize = 40;

/// From where a step is wanted, and of what.
#[derive(Debug, Deserialize)]
pub(in crate::server) struct From {
    at: Option<u32>,
    session: Option<String>,
    item: Option<usize>,
}

/// The moments before and behind a frame: of the turns, or of an item's patches.
pub(in crate::server) async fn steps(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(from): Query<From>,
) -> Result<Json<dto::Steps>, Error> {
    let seen = look(&app, number, None, move |view, _| {
        let at = FrameNumber(from.at.unwrap_or(view.folded));
        let mut steps = dto::Steps { before: None, after: None };
        let mut meet = |frame: FrameNumber| {
            if frame < at {
                steps.before = steps.before.max(Some(frame.0));
            } else if frame > at {
                steps.after = Some(steps.after.map_or(frame.0, |known| known.min(frame.0)));
            }
        };
        match from.item {
            Some(index) => {
                let session = &view.timeline.sessions[view.session(from.session.as_deref())?];
                let item = session.items.get(index).ok_or(Error::NoItem(number, index))?;
                item.steps.iter().for_each(|step| meet(step.frame));
            }
            None => {
                for turn in view.timeline.sessions.iter().flat_map(|s| &s.turns) {
                    meet(turn.frame);
                    turn.end.iter().for_each(|end| meet(end.frame));
                }
                meet(FrameNumber(1));
                meet(FrameNumber(view.folded));
            }
        }
        Ok(steps)
    });
    Ok(Json(seen.await?))
}

/// Requests by method, and how long their answers took.
pub(in crate::server) async fn calls(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(asked): Query<Look>,
) -> Result<Json<Vec<dto::Calls>>, Error> {
    let seen = look(&app, number, asked.at, move |view, _| {
        let session = match asked.session.as_deref() {
            Some(id) => Some(view.session(Some(id))?),
            None => None,
        };
        let mut calls = latency::calls(view.timeline, view.at, session);
        let sum = |c: &latency::Calls| c.latencies.iter().sum::<u64>();
        calls.sort_by_cached_key(|c| std::cmp::Reverse(sum(c)));
        let seconds = |n: Option<u64>| n.map(|n| n as f64 / 1e9);
        let calls = calls.into_iter().map(|c| dto::Calls {
            p50: seconds(c.percentile(0.5)),
            p95: seconds(c.percentile(0.95)),
            most: seconds(c.worst.map(|(most, _)| most)),
            slowest: c.worst.map(|(_, frame)| frame.0),
            dir: c.dir.into(),
            count: c.count,
            errors: c.errors,
            open: c.open,
            method: c.method,
        });
        Ok(calls.collect())
    });
    Ok(Json(seen.await?))
}
