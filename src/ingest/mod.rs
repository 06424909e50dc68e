//! Frames to rows: what is known of each frame goes into the store, inside a transaction of the caller.
//!
//! The indexer and the import share it, so that a recording and its export, imported again, have the same
//! rows. It reads no journal and no file. It has two halves: [`Intake`] knows what becomes of each frame, and no
//! database; [`Rows`] stores that. Between them are batches, so that the halves may run in two threads.

mod batch;
mod derive;
mod rows;

use std::ops::Range;

pub use batch::Batch;
pub use rows::Rows;

use crate::core::fold::PARSED;
use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message::{self, Reading};
use crate::core::pairs::Open;
use crate::core::rules::Finding;
use crate::fault;
use crate::judge;
use crate::store::{PART, Result, Store, Totals};
use batch::Event;
use derive::Deriver;

/// Names and sessions that are remembered; a recording has a handful.
const REMEMBERED: usize = 4_096;

/// Frames of a recording at most: their numbers have 32 bits.
const MOST: u32 = u32::MAX - 1;

/// How many that are.
#[must_use]
pub fn most() -> u32 {
    fault::limit("frames", MOST)
}

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

/// Takes in the frames of one recording, in order, and makes batches of what is to be stored of them.
#[derive(Debug, Default)]
pub struct Intake {
    deriver: Deriver,
    batch: Batch,
    /// It is told that there are more frames than numbers.
    full: bool,
}

/// Both halves for a recording that has frames already: it is known again which requests are open.
///
/// # Errors
/// SQLite's.
pub fn resume(store: &Store, recording: i64, totals: Totals, seq: u64) -> Result<(Intake, Rows)> {
    let mut deriver = Deriver::default();
    deriver.totals = totals;
    for (row, id) in store.last_responses(recording)? {
        if let Some(request) = row.pair {
            deriver.pairs.restore_answered(row.dir.opposite(), &id, request, row.number);
        }
    }
    for (row, id) in store.open_requests(recording)? {
        let open = Open { frame: row.number, t: row.t, method: row.method, session: row.session };
        deriver.pairs.restore_open(row.dir, id, open);
    }
    // What these frames had is stored already; only what is known by them is needed.
    judge::replay(store, recording, &mut deriver.bench, |_| {})?;
    let mut rows = Rows::new(recording);
    rows.seq = seq;
    rows.found = store.recording(recording)?.map(|r| r.found).unwrap_or_default();
    Ok((Intake { deriver, ..Intake::default() }, rows))
}

impl Intake {
    /// Before the first frame.
    #[must_use]
    pub fn new() -> Intake {
        Intake::default()
    }

    /// Counts so far.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.deriver.totals
    }

    /// What is to be stored. Whoever has stored it clears it.
    pub fn batch(&mut self) -> &mut Batch {
        &mut self.batch
    }

    /// Whether the next frame finds no number any more.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.totals().frames >= most()
    }

    /// A frame that finds no number is not taken in. That is told once.
    pub fn refuse(&mut self, t: Moment) {
        if !std::mem::replace(&mut self.full, true) {
            let most = most();
            let detail = format!(
                "a recording has {most} frames at most: what came from {:.3} s on is not recorded",
                t.seconds()
            );
            self.gap();
            self.missing(t, detail);
        }
    }

    /// The next frame, in one piece of [`PART`] bytes at most.
    pub fn frame(&mut self, arrived: &Arrived, raw: &[u8]) {
        let range = self.batch.copy(raw);
        self.frame_at(arrived, range);
    }

    /// The next frame, whose bytes are in the batch. It is judged as a whole, and stored in parts if it is large.
    pub fn frame_at(&mut self, arrived: &Arrived, raw: Range<usize>) {
        let bytes = &self.batch.bytes[raw.clone()];
        if bytes.len() <= PART {
            let derived = self.deriver.frame(arrived, bytes);
            self.batch.events.push(Event::Frame(derived, Some(raw)));
            return;
        }
        let reading = message::read(bytes);
        let derived = self.deriver.in_parts(arrived, &reading);
        let held = if bytes.len() <= PARSED { bytes } else { &bytes[..PART] };
        let found = self.deriver.judge_parts(derived.number, arrived, held, &reading);
        let (number, parts) = (derived.number, raw.clone().step_by(PART));
        self.batch.events.push(Event::Frame(derived, None));
        for (i, start) in parts.enumerate() {
            let part = start..raw.end.min(start + PART);
            self.batch.events.push(Event::Part(number, i, part));
        }
        self.found(found);
    }

    /// The next frame, of which the bytes come in parts; gives its number. [`Intake::judge_parts`] has it judged.
    pub fn in_parts(&mut self, arrived: &Arrived, reading: &Reading) -> FrameNumber {
        let derived = self.deriver.in_parts(arrived, reading);
        let number = derived.number;
        self.batch.events.push(Event::Frame(derived, None));
        number
    }

    /// A part of a frame that comes in parts.
    pub fn part(&mut self, number: FrameNumber, index: usize, raw: &[u8]) {
        let range = self.batch.copy(raw);
        self.batch.events.push(Event::Part(number, index, range));
    }

    /// Judges a frame that came in parts. Of one that is too large to be held `raw` is the beginning.
    pub fn judge_parts(
        &mut self,
        number: FrameNumber,
        arrived: &Arrived,
        raw: &[u8],
        reading: &Reading,
    ) {
        let found = self.deriver.judge_parts(number, arrived, raw, reading);
        self.found(found);
    }

    /// The next line of stderr.
    pub fn stderr(&mut self, new: &StderrLine<'_>) {
        self.deriver.stderr(new.t);
        self.batch.stderr(self.totals().frames, new);
    }

    /// The next line of stderr, whose bytes are in the batch.
    pub fn stderr_at(&mut self, first: Moment, t: Moment, line: Range<usize>, line_end: bool) {
        self.deriver.stderr(t);
        let after = self.totals().frames;
        self.batch.events.push(Event::Stderr { after, first, t, line, line_end });
    }

    /// The end of a direction.
    pub fn end(&mut self, t: Moment, dir: Dir) {
        let found = self.deriver.end(t, dir);
        self.found(found);
        self.mark(t, "end", Some(dir.code()), None);
    }

    /// The end of stderr.
    pub fn end_of_stderr(&mut self, t: Moment) {
        self.mark(t, "end", Some("err"), None);
    }

    /// Bytes are missing behind the frames so far: the judging ends, and says so.
    pub fn gap(&mut self) {
        let found = self.deriver.gap();
        self.found(found);
    }

    /// Says what is missing, from a moment on.
    pub fn missing(&mut self, t: Moment, detail: String) {
        self.mark(t, "gap", None, Some(detail.clone()));
        self.batch.events.push(Event::Missing(detail));
    }

    /// The recording ends: what is found about things that never came.
    pub fn finish(&mut self) {
        let found = self.deriver.finish();
        self.found(found);
    }

    fn found(&mut self, found: Vec<Finding>) {
        if !found.is_empty() {
            self.batch.events.push(Event::Findings(found));
        }
    }

    fn mark(
        &mut self,
        t: Moment,
        kind: &'static str,
        stream: Option<&'static str>,
        detail: Option<String>,
    ) {
        let after = self.totals().frames;
        self.batch.events.push(Event::Mark { after, t, kind, stream, detail });
    }
}
