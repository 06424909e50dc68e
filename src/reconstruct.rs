//! Recordings to timelines: the fold over what is stored, and the frames that items are built from.
//!
//! A timeline is derived: it is made from the frames when somebody looks, and kept nowhere but in memory
//! and in a cache that carries its version.

use crate::core::fold::{Fold, FrameInput};
use crate::core::frame::FrameNumber;
use crate::core::timeline::{Frames, Timeline, Wire};
use crate::store::{Error, Result, Store};

/// Frames that are read at a time.
const WINDOW: usize = 1_000;

/// The frames of a recording, for building items.
#[derive(Debug)]
pub struct Held<'s> {
    store: &'s Store,
    recording: i64,
    /// The first error, since building goes on without the frame.
    failed: Option<Error>,
}

impl<'s> Held<'s> {
    /// Of this recording.
    #[must_use]
    pub fn new(store: &'s Store, recording: i64) -> Held<'s> {
        Held { store, recording, failed: None }
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
    fold: Fold,
    recording: i64,
    next: u32,
}

impl Follower {
    /// Before the first frame of a recording.
    #[must_use]
    pub fn new(recording: i64) -> Follower {
        Follower { fold: Fold::reconstruct(), recording, next: 1 }
    }

    /// Takes what has come since, at most `most` frames; says whether there may be more.
    ///
    /// # Errors
    /// SQLite's.
    pub fn follow(&mut self, store: &Store, most: usize) -> Result<bool> {
        let mut taken = 0;
        while taken < most {
            let rows =
                store.wires(self.recording, FrameNumber(self.next), WINDOW.min(most - taken))?;
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
                        self.fold.push(&frame);
                    }
                    None => self.fold.pass(row.number, row.t),
                }
            }
        }
        Ok(true)
    }

    /// The frames that were taken.
    #[must_use]
    pub fn folded(&self) -> u32 {
        self.next - 1
    }

    /// The timeline so far.
    #[must_use]
    pub fn timeline(&self) -> Option<&Timeline> {
        self.fold.timeline()
    }

    /// The timeline of a recording that is over.
    #[must_use]
    pub fn into_timeline(self) -> Option<Timeline> {
        self.fold.into_timeline()
    }
}
