//! Recordings to timelines: the fold over what is stored, and the frames that items are built from.
//!
//! A timeline is derived: it is made from the frames when somebody looks. That of a recording that is over may be
//! kept, with the version of the code that made it; a newer one makes it again.

use std::sync::Arc;

use crate::core::fold::{Fold, FrameInput};
use crate::core::frame::FrameNumber;
use crate::core::timeline::{Frames, Timeline, VERSION, Wire, outline};
use crate::store::{Error, NewTurn, Phase, RecordingRow, Result, Snapshot, Store};

/// Frames that are read at a time.
const WINDOW: usize = 1_000;

/// The frames of a recording, for building items.
#[derive(Debug)]
pub struct Held<'s> {
    store: &'s Store,
    recording: i64,
    /// One look at the database for all of its frames: SQLite takes its locks once and not for each.
    _snapshot: Option<Snapshot<'s>>,
    /// The first error, since building goes on without the frame.
    failed: Option<Error>,
}

impl<'s> Held<'s> {
    /// Of this recording.
    #[must_use]
    pub fn new(store: &'s Store, recording: i64) -> Held<'s> {
        Held { store, recording, _snapshot: store.snapshot(), failed: None }
    }

    /// Gives out what was built, unless a frame could not be read.
    ///
    /// # Errors
    /// SQLite's, from any frame that was read.
    pub fn check<T>(&mut self, built: T) -> Result<T> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => Ok(built),
        }
    }
}

impl Frames for Held<'_> {
    fn read(&mut self, frame: FrameNumber) -> Option<Wire> {
        match self.store.wire(self.recording, frame) {
            Ok(row) => row.map(|r| Wire { dir: r.dir, t: r.t, raw: r.raw }),
            Err(error) => {
                self.failed.get_or_insert(error);
                None
            }
        }
    }
}

/// A timeline that follows a recording.
#[derive(Debug)]
pub struct Follower {
    recording: i64,
    next: u32,
    made: Made,
}

#[derive(Debug)]
enum Made {
    /// Still being made.
    Fold(Box<Fold>),
    /// Of a recording that is over, as it was kept.
    Kept(Arc<Timeline>),
}

impl Follower {
    /// Before the first frame of a recording.
    #[must_use]
    pub fn new(recording: i64) -> Follower {
        Follower { recording, next: 1, made: Made::Fold(Box::new(Fold::reconstruct())) }
    }

    /// The kept timeline of a recording that is over, or else the beginning.
    ///
    /// # Errors
    /// SQLite's.
    pub fn open(store: &Store, row: &RecordingRow) -> Result<Follower> {
        let frames = u32::try_from(row.frames).unwrap_or(u32::MAX);
        if row.phase == Phase::Live {
            return Ok(Follower::new(row.number));
        }
        let kept = store.kept_timeline(row.number, VERSION, frames)?;
        // What cannot be read is made again.
        let kept = kept.and_then(|data| postcard::from_bytes::<Timeline>(&data).ok());
        Ok(match kept.filter(|t| t.frames() == frames) {
            Some(timeline) => Follower {
                recording: row.number,
                next: frames.saturating_add(1),
                made: Made::Kept(Arc::new(timeline)),
            },
            None => Follower::new(row.number),
        })
    }

    /// Takes what has come since, at most `most` frames; says whether there may be more.
    ///
    /// # Errors
    /// SQLite's.
    pub fn follow(&mut self, store: &Store, most: usize) -> Result<bool> {
        let Made::Fold(fold) = &mut self.made else { return Ok(false) };
        let mut taken = 0;
        while taken < most {
            let limit = WINDOW.min(most - taken);
            let rows = store.wires(self.recording, FrameNumber(self.next), limit)?;
            if rows.is_empty() {
                return Ok(false);
            }
            taken += rows.len();
            for row in rows {
                self.next = row.number.0 + 1;
                match &row.raw {
                    Some(raw) => {
                        let frame = FrameInput {
                            number: row.number,
                            dir: row.dir,
                            t: row.t,
                            raw,
                            terminated: row.terminated,
                        };
                        fold.push(&frame);
                    }
                    None => fold.pass(row.number, row.t),
                }
            }
        }
        Ok(true)
    }

    /// The timeline of a recording that is over, to be [kept](keep) for the next who looks; none if it is settled
    /// already.
    pub fn settle(&mut self) -> Option<Arc<Timeline>> {
        let Made::Fold(fold) = &mut self.made else { return None };
        let fold = std::mem::replace(fold.as_mut(), Fold::reconstruct());
        let timeline = Arc::new(fold.into_timeline()?);
        self.made = Made::Kept(Arc::clone(&timeline));
        Some(timeline)
    }

    /// Nothing is made any more.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        matches!(self.made, Made::Kept(_))
    }

    /// The frames that were taken.
    #[must_use]
    pub fn folded(&self) -> u32 {
        self.next - 1
    }

    /// The timeline of a recording that is over, once nothing is made any more.
    #[must_use]
    pub fn kept(&self) -> Option<Arc<Timeline>> {
        match &self.made {
            Made::Fold(_) => None,
            Made::Kept(timeline) => Some(Arc::clone(timeline)),
        }
    }

    /// The timeline so far.
    #[must_use]
    pub fn timeline(&self) -> Option<&Timeline> {
        match &self.made {
            Made::Fold(fold) => fold.timeline(),
            Made::Kept(timeline) => Some(timeline),
        }
    }
}

/// Keeps the timeline of a recording that is over, and its turns.
///
/// # Errors
/// SQLite's.
pub fn keep(store: &mut Store, recording: i64, timeline: &Timeline) -> Result<()> {
    let Ok(data) = postcard::to_stdvec(timeline) else { return Ok(()) };
    let end = FrameNumber(timeline.frames());
    let tx = store.begin()?;
    Store::keep_timeline(&tx, recording, VERSION, timeline.frames(), &data)?;
    Store::clear_turns(&tx, recording)?;
    for session in &timeline.sessions {
        let Some(id) = session.id.as_deref() else { continue };
        for turn in outline::turns(session, end) {
            let detail = serde_json::json!({
                "error": turn.error,
                "cancelled_frame": turn.cancel.map(|(frame, _)| frame.0),
                "updates": turn.updates,
                "messages": turn.messages,
                "tool_calls": turn.tool_calls,
            });
            let detail = detail.to_string();
            let new = NewTurn {
                session: id,
                number: turn.number,
                first: turn.first,
                last: turn.end.map(|(frame, _)| frame),
                stop: turn.stop,
                detail: Some(&detail),
            };
            Store::put_turn(&tx, recording, &new)?;
        }
    }
    tx.commit()?;
    Ok(())
}
