//! Frames to rows: what is known of each frame goes into the store, inside a transaction of the caller.
//!
//! The indexer and the import share it, so that a recording and its export, imported again, have the same
//! rows. It reads no journal and no file. [`Ingest`] does both halves, deriving and storing, one after the
//! other; they may as well run in two threads ([`Deriver`], [`Rows`]).

mod derive;
mod rows;

use rusqlite::Transaction;

pub use derive::{Derived, Deriver};
pub use rows::Rows;

use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message::Reading;
use crate::core::pairs::Open;
use crate::judge;
use crate::store::{Result, Store, Totals};

/// Names and sessions that are remembered; a recording has a handful.
const REMEMBERED: usize = 4_096;

/// Frames of a recording: their numbers have 32 bits.
const MOST: u32 = u32::MAX - 1;

/// A frame as it came in.
#[derive(Debug, Clone, Copy)]
pub struct Arrived {
    /// Its direction.
    pub dir: Dir,
    /// When its first byte was read.
    pub first: Moment,
    /// When its last byte was read.
    pub t: Moment,
    /// Bytes.
    pub size: u64,
    /// A line feed followed.
    pub terminated: bool,
}

/// A line of stderr as it came in.
#[derive(Debug, Clone, Copy)]
pub struct StderrLine<'a> {
    /// When its first byte was read.
    pub first: Moment,
    /// When its last byte was read.
    pub t: Moment,
    /// Its bytes.
    pub line: &'a [u8],
    /// A line feed followed.
    pub line_end: bool,
}

/// Stores the frames of one recording in order. After an error it must be thrown away: what it remembers
/// may be of a transaction that never was.
#[derive(Debug)]
pub struct Ingest {
    deriver: Deriver,
    rows: Rows,
    /// It is told that there are more frames than numbers.
    full: bool,
}

impl Ingest {
    /// For a recording without frames.
    #[must_use]
    pub fn new(recording: i64) -> Ingest {
        Ingest { deriver: Deriver::new(), rows: Rows::new(recording), full: false }
    }

    /// For a recording that has frames already: knows again which requests are open.
    ///
    /// # Errors
    /// SQLite's.
    pub fn resume(store: &Store, recording: i64, totals: Totals, seq: u64) -> Result<Ingest> {
        let Ingest { mut deriver, mut rows, full } = Ingest::new(recording);
        deriver.totals = totals;
        rows.seq = seq;
        for (row, id) in store.last_responses(recording)? {
            if let Some(request) = row.pair {
                deriver.pairs.restore_answered(row.dir.opposite(), &id, request, row.number);
            }
        }
        for (row, id) in store.open_requests(recording)? {
            let open =
                Open { frame: row.number, t: row.t, method: row.method, session: row.session };
            deriver.pairs.restore_open(row.dir, id, open);
        }
        // What these frames had is stored already; only what is known by them is needed.
        judge::replay(store, recording, &mut deriver.bench, |_| {})?;
        rows.found = store.recording(recording)?.map(|r| r.found).unwrap_or_default();
        Ok(Ingest { deriver, rows, full })
    }

    /// The recording's number.
    #[must_use]
    pub fn recording(&self) -> i64 {
        self.rows.recording()
    }

    /// Counts so far.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.deriver.totals()
    }

    /// Rows of stderr and marks so far.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.rows.seq
    }

    /// Whether the next frame finds no number any more. That is told once, and the frame is not stored.
    ///
    /// # Errors
    /// SQLite's.
    pub fn is_full(&mut self, tx: &Transaction<'_>, t: Moment) -> Result<bool> {
        if self.totals().frames < MOST {
            return Ok(false);
        }
        if !std::mem::replace(&mut self.full, true) {
            let detail = format!(
                "a recording has {MOST} frames at most: what came from {:.3} s on is not recorded",
                t.seconds()
            );
            self.gap(tx)?;
            self.mark(tx, t, "gap", None, Some(&detail))?;
            Store::add_missing(tx, self.recording(), &detail)?;
        }
        Ok(true)
    }

    /// Stores the next frame.
    ///
    /// # Errors
    /// SQLite's.
    pub fn frame(&mut self, tx: &Transaction<'_>, arrived: &Arrived, raw: &[u8]) -> Result<()> {
        let derived = self.deriver.frame(arrived, raw);
        self.rows.frame(tx, &derived, Some(raw))
    }

    /// Stores the next frame, which is kept in parts; gives its number. The caller stores the parts, and has it
    /// judged by [`Ingest::judge_parts`].
    ///
    /// # Errors
    /// SQLite's.
    pub fn in_parts(
        &mut self,
        tx: &Transaction<'_>,
        arrived: &Arrived,
        reading: &Reading,
    ) -> Result<FrameNumber> {
        let derived = self.deriver.in_parts(arrived, reading);
        self.rows.frame(tx, &derived, None)?;
        Ok(derived.number)
    }

    /// Judges a frame that was stored in parts. Of one that is too large to be held `raw` is the beginning.
    ///
    /// # Errors
    /// SQLite's.
    pub fn judge_parts(
        &mut self,
        tx: &Transaction<'_>,
        number: FrameNumber,
        arrived: &Arrived,
        raw: &[u8],
        reading: &Reading,
    ) -> Result<()> {
        let found = self.deriver.judge_parts(number, arrived, raw, reading);
        self.rows.findings(tx, &found)
    }

    /// Stores the next line of stderr.
    ///
    /// # Errors
    /// SQLite's.
    pub fn stderr(&mut self, tx: &Transaction<'_>, new: &StderrLine<'_>) -> Result<()> {
        self.deriver.stderr(new.t);
        self.rows.stderr(tx, self.totals().frames, new)
    }

    /// Stores the end of a direction.
    ///
    /// # Errors
    /// SQLite's.
    pub fn end(&mut self, tx: &Transaction<'_>, t: Moment, dir: Dir) -> Result<()> {
        let found = self.deriver.end(t, dir);
        self.rows.findings(tx, &found)?;
        self.mark(tx, t, "end", Some(dir.code()), None)
    }

    /// Bytes are missing behind the frames so far: the judging ends, and says so.
    ///
    /// # Errors
    /// SQLite's.
    pub fn gap(&mut self, tx: &Transaction<'_>) -> Result<()> {
        let found = self.deriver.gap();
        self.rows.findings(tx, &found)
    }

    /// The recording ends: stores what is found about things that never came.
    ///
    /// # Errors
    /// SQLite's.
    pub fn finish(&mut self, tx: &Transaction<'_>) -> Result<()> {
        let found = self.deriver.finish();
        self.rows.findings(tx, &found)?;
        self.settle(tx)
    }

    /// Stores a mark.
    ///
    /// # Errors
    /// SQLite's.
    pub fn mark(
        &mut self,
        tx: &Transaction<'_>,
        t: Moment,
        kind: &str,
        stream: Option<&str>,
        detail: Option<&str>,
    ) -> Result<()> {
        self.rows.mark(tx, self.totals().frames, t, kind, stream, detail)
    }

    /// Stores the counts; once a transaction, at its end.
    ///
    /// # Errors
    /// SQLite's.
    pub fn settle(&self, tx: &Transaction<'_>) -> Result<()> {
        self.rows.settle(tx, &self.totals())
    }
}
