//! The timeline's addresses: sessions, turns, windows of items, what each side knows.
//!
//! A recording is folded when somebody first looks, and followed while it grows; the fold is kept for
//! the recordings that were looked at last. A long one is folded in slices, so that its head is there
//! at once, and folded on in the background: each answer says how far it has come.

pub(super) mod items;
pub(super) mod marks;
pub(super) mod state;
pub(super) mod turns;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use serde::Deserialize;

use super::dto::timeline as dto;
use super::error::Error;
use super::{Shared, recordings};
use crate::core::frame::{FrameNumber, Moment};
use crate::core::timeline::item::Span;
use crate::core::timeline::{Built, Timeline, build};
use crate::reconstruct::{self, Follower, Held};
use crate::store::{Phase, RecordingRow, Store};

/// Timelines that are kept.
const KEPT: usize = 8;
/// An answer waits for the fold no longer than this, and only if no more frames than these are missing: it would wait in
/// vain for more.
const PATIENCE: Duration = Duration::from_millis(60);
const NEAR: u32 = 20_000;
/// Frames that are folded between two looks at the clock, and at who waits.
const SLICE: usize = 2_000;
/// The same in the background, where others wait for the end of it.
const SHORT: usize = 500;
/// How long the fold in the background makes way for an answer.
const WAY: Duration = Duration::from_micros(200);

/// The timelines that were looked at last, by uuid: the number of a recording that was deleted is given again.
#[derive(Debug, Default)]
pub(super) struct Timelines(Mutex<Vec<(String, Arc<Slot>)>>);

/// A recording's timeline.
#[derive(Debug, Default)]
struct Slot {
    /// Empty until the recording is opened.
    follower: Mutex<Option<Follower>>,
    /// Answers that wait for it.
    waiting: AtomicUsize,
    /// It is being folded in the background.
    folding: AtomicBool,
}

impl Slot {
    fn lock(&self) -> Result<MutexGuard<'_, Option<Follower>>, Error> {
        self.waiting.fetch_add(1, Ordering::SeqCst);
        let guard = self.follower.lock();
        self.waiting.fetch_sub(1, Ordering::SeqCst);
        guard.map_err(|_| Error::Internal)
    }

    /// Folds on, slice by slice; makes way for whoever wants to look. Keeps what has come to its end.
    fn fold_on(&self, store: &mut Store, row: &RecordingRow) -> Result<(), Error> {
        loop {
            while self.waiting.load(Ordering::SeqCst) > 0 {
                thread::sleep(WAY);
            }
            let Ok(mut guard) = self.follower.lock() else { return Err(Error::Internal) };
            let Some(follower) = guard.as_mut() else { return Ok(()) };
            if follower.follow(store, SHORT)? {
                continue;
            }
            let timeline = is_over(row, follower).then(|| follower.settle()).flatten();
            drop(guard);
            if let Some(timeline) = timeline {
                // Not worth an error: it is made again next time.
                let _ = reconstruct::keep(store, row.number, &timeline);
            }
            return Ok(());
        }
    }
}

fn is_over(row: &RecordingRow, follower: &Follower) -> bool {
    row.phase != Phase::Live && i64::from(follower.folded()) == row.frames
}

impl Timelines {
    fn of(&self, uuid: &str) -> Arc<Slot> {
        let Ok(mut kept) = self.0.lock() else { return Arc::default() };
        let found = match kept.iter().position(|(known, _)| known == uuid) {
            Some(at) => kept.remove(at),
            None => (uuid.to_owned(), Arc::default()),
        };
        let slot = Arc::clone(&found.1);
        kept.push(found);
        if kept.len() > KEPT {
            kept.remove(0);
        }
        slot
    }
}

/// Where somebody looks.
#[derive(Debug, Deserialize)]
pub(super) struct Look {
    session: Option<String>,
    at: Option<u32>,
}

/// What a request looks at.
struct View<'a> {
    timeline: &'a Timeline,
    at: FrameNumber,
    /// Until when what goes on has gone on, if it is looked at as it is now.
    now: Option<Moment>,
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
    let slot = app.timelines.of(&row.uuid);
    let (mine, of) = (Arc::clone(&slot), row.clone());
    let seen = app.read(move |store| Ok(look_at(&slot, store, &row, at, see)));
    let (seen, more) = seen.await??;
    if more && !mine.folding.swap(true, Ordering::SeqCst) {
        let app = Shared::clone(app);
        tokio::spawn(async move {
            let folded = Arc::clone(&mine);
            // What fails here fails again where somebody looks, and is told there.
            let _ = app.read_aside(move |store| Ok(folded.fold_on(store, &of))).await;
            mine.folding.store(false, Ordering::SeqCst);
        });
    }
    seen
}

/// What is seen, and whether there is more to fold or to keep.
fn look_at<T>(
    slot: &Slot,
    store: &Store,
    row: &RecordingRow,
    at: Option<u32>,
    see: impl FnOnce(&View<'_>, &mut Held<'_>) -> Result<T, Error>,
) -> Result<(Result<T, Error>, bool), Error> {
    let frames = u32::try_from(row.frames).unwrap_or(u32::MAX);
    let mut slot = slot.lock()?;
    let follower = match &mut *slot {
        Some(follower) => follower,
        empty => empty.insert(Follower::open(store, row)?),
    };
    let until = Instant::now() + PATIENCE;
    let wanted = at.map_or(frames, |at| at.min(frames));
    let mut more = true;
    while more && Instant::now() < until {
        let folded = follower.folded();
        // The head of a long one is shown at once; the rest is folded in the background.
        if folded > 0 && wanted.saturating_sub(folded) > NEAR {
            break;
        }
        more = follower.follow(store, SLICE)?;
    }
    let folded = follower.folded();
    let unkept = is_over(row, follower) && !follower.is_settled();
    // What does not change any more is looked at by many at once.
    let kept = follower.kept();
    let slot = kept.is_none().then_some(slot);
    let timeline = kept.as_deref().or_else(|| slot.as_ref()?.as_ref()?.timeline());
    let Some(timeline) = timeline else { return Err(Error::Internal) };
    let present = at.is_none_or(|at| at >= folded);
    let view = View {
        timeline,
        at: FrameNumber(at.unwrap_or(u32::MAX).min(folded)),
        now: (present && row.phase == Phase::Live).then_some(timeline.last_t),
        folded,
        frames: frames.max(folded),
        store,
        recording: row.number,
    };
    let mut held = Held::new(store, row.number);
    let seen = see(&view, &mut held);
    Ok((held.check(seen)?, more || unkept))
}

impl View<'_> {
    /// The place of a session in the timeline; the connection without a name. One that only a later frame brings is
    /// there with nothing in it, since a page that goes back in time asks for it before it knows that.
    fn session(&self, id: Option<&str>) -> Result<usize, Error> {
        let there = self.timeline.sessions.iter().position(|s| s.id.as_deref() == id);
        there.ok_or_else(|| Error::NoSession(self.recording, id.unwrap_or_default().to_owned()))
    }

    /// An item as it is shown.
    fn shown(&self, session: usize, index: usize, held: &mut Held<'_>) -> Option<Built> {
        let of = &self.timeline.sessions[session];
        build::shown(self.timeline, of, index, held, self.at)
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
