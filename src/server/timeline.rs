//! The timeline's addresses: sessions, windows of items, single items with their history, what each side knows.
//!
//! A recording is folded when somebody first looks, and followed while it grows; the fold is kept for
//! the recordings that were looked at last. A long one is folded in slices, so that its head is there
//! at once: each answer says how far it has come.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::{Path, Query, State};
use serde::Deserialize;
use serde_json::Value;

use super::dto::timeline as dto;
use super::error::Error;
use super::{Shared, recordings};
use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message;
use crate::core::protocol::{Side, Stability, capabilities};
use crate::core::timeline::item::{Span, UsagePoint};
use crate::core::timeline::outline::{self, SessionOutline, TurnOutline};
use crate::core::timeline::{Built, Op, Place, Status, Timeline, build, known};
use crate::reconstruct::{Follower, Held};
use crate::store::{Phase, Store};

/// Timelines that are kept.
const KEPT: usize = 8;
/// An answer waits for the fold no longer than this.
const PATIENCE: Duration = Duration::from_millis(250);
/// Frames that are folded between two looks at the clock.
const SLICE: usize = 2_000;
/// Items of a window.
const MOST: usize = 500;

/// The timelines that were looked at last, by uuid: the number of a recording that was deleted is given again.
#[derive(Debug, Default)]
pub(super) struct Timelines(Mutex<Vec<(String, Slot)>>);

/// Empty until the recording is opened.
type Slot = Arc<Mutex<Option<Follower>>>;

impl Timelines {
    fn of(&self, uuid: &str) -> Slot {
        let Ok(mut kept) = self.0.lock() else { return Slot::default() };
        let found = match kept.iter().position(|(known, _)| known == uuid) {
            Some(at) => kept.remove(at),
            None => (uuid.to_owned(), Slot::default()),
        };
        let follower = Arc::clone(&found.1);
        kept.push(found);
        if kept.len() > KEPT {
            kept.remove(0);
        }
        follower
    }
}

/// Where somebody looks.
#[derive(Debug, Deserialize)]
pub(super) struct Look {
    session: Option<String>,
    #[serde(default)]
    from: usize,
    #[serde(default = "fifty")]
    limit: usize,
    at: Option<u32>,
}

fn fifty() -> usize {
    50
}

/// What a request looks at.
struct View<'a> {
    timeline: &'a Timeline,
    at: FrameNumber,
    folded: u32,
    frames: u32,
    store: &'a Store,
    recording: i64,
}

/// Runs a look at a recording's timeline where blocking is allowed.
async fn look<T: Send + 'static>(
    app: &Shared,
    recording: i64,
    at: Option<u32>,
    see: impl FnOnce(&View<'_>, &mut Held<'_>) -> Result<T, Error> + Send + 'static,
) -> Result<T, Error> {
    let row = recordings::find(app, recording).await?;
    let frames = u32::try_from(row.frames).unwrap_or(u32::MAX);
    let slot = app.timelines.of(&row.uuid);
    let seen = app.read(move |store| {
        let Ok(mut slot) = slot.lock() else { return Ok(Err(Error::Internal)) };
        let follower = match &mut *slot {
            Some(follower) => follower,
            empty => empty.insert(Follower::open(store, &row)?),
        };
        let until = Instant::now() + PATIENCE;
        let mut more = true;
        while more && Instant::now() < until {
            more = follower.follow(store, SLICE)?;
        }
        if !more && row.phase != Phase::Live && follower.folded() == frames {
            // Not worth an error: it is made again next time.
            let _ = follower.keep(store);
        }
        let folded = follower.folded();
        let Some(timeline) = follower.timeline() else { return Ok(Err(Error::Internal)) };
        let at = FrameNumber(at.unwrap_or(u32::MAX).min(folded));
        let mut held = Held::new(store, recording);
        let view = View { timeline, at, folded, frames: frames.max(folded), store, recording };
        let seen = see(&view, &mut held);
        held.check(seen)
    });
    seen.await?
}

impl View<'_> {
    /// The place of a session in the timeline; the connection without a name.
    fn session(&self, id: Option<&str>) -> Result<usize, Error> {
        let there = self.timeline.sessions.iter().position(|s| s.id.as_deref() == id);
        there
            .filter(|at| *at == 0 || self.timeline.sessions[*at].first <= self.at)
            .ok_or_else(|| Error::NoSession(self.recording, id.unwrap_or_default().to_owned()))
    }

    fn item(&self, session: usize, index: usize, held: &mut Held<'_>) -> Option<Built> {
        let of = &self.timeline.sessions[session];
        build::item(self.timeline, of, index, held, self.at)
    }
}

pub(super) async fn sessions(
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
        origin: o.origin.map(crate::core::timeline::Origin::word),
        first_frame: o.first.0,
        last_frame: view.timeline.sessions[o.index].last.min(view.at).0,
        t: o.t.seconds(),
        items: o.items,
        turns: o.turns.iter().map(|t| turn(t, held)).collect(),
        also_in,
    })
}

fn turn(t: &TurnOutline<'_>, held: &mut Held<'_>) -> dto::Turn {
    let seconds = |m: Option<Moment>| m.map(Moment::seconds);
    let usage = t.end.and_then(|(frame, _)| {
        let response = crate::core::timeline::Frames::read(held, frame)?.raw?;
        let response = message::value(&response)?;
        response.pointer("/result/usage").filter(|u| u.is_object()).cloned()
    });
    dto::Turn {
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
    }
}

fn cost(amount: f64, currency: &str) -> dto::Cost {
    dto::Cost { amount, currency: currency.to_owned() }
}

fn span(s: &Span) -> dto::Span {
    dto::Span {
        item: s.item,
        frame: s.frame.0,
        from_t: s.from.seconds(),
        to_t: s.to.map(|(_, t)| t.seconds()),
    }
}

pub(super) async fn page(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(asked): Query<Look>,
) -> Result<Json<dto::TimelinePage>, Error> {
    let seen = look(&app, number, asked.at, move |view, held| {
        let session = view.session(asked.session.as_deref())?;
        let total = view.timeline.sessions[session].items_at(view.at);
        let until = asked.from.saturating_add(asked.limit.min(MOST)).min(total);
        let items = (asked.from..until)
            .filter_map(|index| view.item(session, index, held))
            .map(|built| item(view, session, built))
            .collect();
        Ok(dto::TimelinePage { at: view.at.0, total, from: asked.from, items })
    });
    Ok(Json(seen.await?))
}

fn item(view: &View<'_>, session: usize, b: Built) -> dto::Item {
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for frame in &b.frames {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == frame.0 => *last = frame.0,
            _ => ranges.push((frame.0, frame.0)),
        }
    }
    let steps = view.timeline.sessions[session].items[b.index].until(view.at);
    let statuses = steps
        .iter()
        .zip(&b.patches)
        .filter_map(|(step, patch)| {
            let status = match (step.op, step.status) {
                (Op::Cancel, _) => "cancelled",
                (_, Status::Unsaid) => return None,
                (_, Status::Pending) => "pending",
                (_, Status::InProgress) => "in_progress",
                (_, Status::Completed) => "completed",
                (_, Status::Failed) => "failed",
            };
            Some(dto::StatusChange { frame: step.frame.0, t: patch.t.seconds(), status })
        })
        .collect();
    dto::Item {
        index: b.index,
        kind: b.kind.word(),
        id: b.id,
        turn: b.turn,
        first_frame: ranges.first().map_or(0, |r| r.0),
        last_frame: ranges.last().map_or(0, |r| r.1),
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
        patches: b.patches.len(),
        statuses,
    }
}

pub(super) async fn one(
    State(app): State<Shared>,
    Path((number, index)): Path<(i64, usize)>,
    Query(asked): Query<Look>,
) -> Result<Json<dto::Item>, Error> {
    let seen = look(&app, number, asked.at, move |view, held| {
        let session = view.session(asked.session.as_deref())?;
        let built = view.item(session, index, held).ok_or(Error::NoItem(number, index))?;
        Ok(item(view, session, built))
    });
    Ok(Json(seen.await?))
}

pub(super) async fn patches(
    State(app): State<Shared>,
    Path((number, index)): Path<(i64, usize)>,
    Query(asked): Query<Look>,
) -> Result<Json<dto::Patches>, Error> {
    let seen = look(&app, number, asked.at, move |view, held| {
        let session = view.session(asked.session.as_deref())?;
        let built = view.item(session, index, held).ok_or(Error::NoItem(number, index))?;
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
pub(super) async fn place(
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

pub(super) async fn state(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(asked): Query<Look>,
) -> Result<Json<dto::Known>, Error> {
    let seen = look(&app, number, asked.at, |view, held| {
        let known = known::at(view.timeline, held, view.at);
        let session_of = |at: u32| view.timeline.sessions[at as usize].id.as_deref();
        let open_requests = known.open.iter().map(|e| dto::OpenRequest {
            frame: e.frame.0,
            t: e.t.seconds(),
            dir: match e.dir() {
                Dir::ClientToAgent => super::dto::Dir::C2a,
                Dir::AgentToClient => super::dto::Dir::A2c,
            },
            method: e.method.to_string(),
            session: session_of(e.session).map(str::to_owned),
        });
        Ok(dto::Known {
            at: view.at.0,
            open_requests: open_requests.collect(),
            connection: dto::KnownConnection {
                phase: known.handshake.word(),
                version: known.version,
                client: known.client.map(|c| introduced(c, Side::Client)),
                agent: known.agent.map(|a| introduced(a, Side::Agent)),
                auth_methods: known.auth_methods,
            },
            sessions: known.sessions.into_iter().map(known_session).collect(),
        })
    });
    Ok(Json(seen.await?))
}

fn introduced(side: known::Introduced, which: Side) -> dto::Introduced {
    let permits = capabilities::all(which)
        .filter(|c| c.form != capabilities::Form::Group)
        .map(|c| dto::Permit {
            path: c.path,
            permits: c.permits,
            draft: c.stability == Stability::Draft,
            advertised: c.advertised(&side.capabilities),
        })
        .collect();
    dto::Introduced { info: side.info, capabilities: side.capabilities, permits }
}

fn known_session(s: known::KnownSession<'_>) -> dto::KnownSession {
    let running = s.outline.turns.iter().rev().find(|t| t.end.is_none());
    dto::KnownSession {
        id: s.outline.id.map(str::to_owned),
        parent: s.outline.parent.map(str::to_owned),
        title: s.title,
        cwd: s.outline.cwd.map(str::to_owned),
        origin: s.outline.origin.map(crate::core::timeline::Origin::word),
        open_turn: running.map(|t| t.number),
        mode: s.mode.map(Value::Object),
        config: s.config,
        commands: s.commands,
        plans: s.plans.into_iter().map(Value::Object).collect(),
        usage: s.usage.into_iter().map(usage).collect(),
    }
}

fn usage(u: &UsagePoint) -> dto::Usage {
    dto::Usage {
        frame: u.frame.0,
        t: u.t.seconds(),
        used: u.used,
        size: u.size,
        cost: u.cost.as_ref().map(|(amount, currency)| cost(*amount, currency)),
    }
}
