//! Frames to rows: what is known of each frame goes into the store, inside a transaction of the caller.
//!
//! The indexer and the import share it, so that a recording and its export, imported again, have the same
//! rows. It reads no journal and no file.

use std::collections::HashMap;

use rusqlite::Transaction;

use crate::core::fold::FrameInput;
use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message::{Kind, Message, Reading, RequestId};
use crate::core::pairs::{Open, Pair, Pairs};
use crate::core::peer;
use crate::core::rules::VERSION;
use crate::judge::{self, Bench};
use crate::store::{NewFrame, NewMessage, NewTurn, Result, Severities, Store, Totals};

/// Names and sessions that are remembered; a recording has a handful.
const REMEMBERED: usize = 4_096;

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
    recording: i64,
    pairs: Pairs,
    names: HashMap<String, i64>,
    sessions: HashMap<String, i64>,
    /// Rows of stderr and marks so far.
    seq: u64,
    totals: Totals,
    bench: Bench,
    found: Severities,
}

impl Ingest {
    /// For a recording without frames.
    #[must_use]
    pub fn new(recording: i64) -> Ingest {
        Ingest {
            recording,
            pairs: Pairs::new(),
            names: HashMap::new(),
            sessions: HashMap::new(),
            seq: 0,
            totals: Totals::default(),
            bench: Bench::new(),
            found: Severities::default(),
        }
    }

    /// For a recording that has frames already: knows again which requests are open.
    ///
    /// # Errors
    /// SQLite's.
    pub fn resume(store: &Store, recording: i64, totals: Totals, seq: u64) -> Result<Ingest> {
        let mut ingest = Ingest { totals, seq, ..Ingest::new(recording) };
        for (row, id) in store.last_responses(recording)? {
            if let Some(request) = row.pair {
                ingest.pairs.restore_answered(row.dir.opposite(), &id, request, row.number);
            }
        }
        for (row, id) in store.open_requests(recording)? {
            let open =
                Open { frame: row.number, t: row.t, method: row.method, session: row.session };
            ingest.pairs.restore_open(row.dir, id, open);
        }
        // What these frames had is stored already; only what is known by them is needed.
        judge::replay(store, recording, &mut ingest.bench, |_| {})?;
        ingest.found = store.recording(recording)?.map(|r| r.found).unwrap_or_default();
        Ok(ingest)
    }

    /// The recording's number.
    #[must_use]
    pub fn recording(&self) -> i64 {
        self.recording
    }

    /// Counts so far.
    #[must_use]
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// Rows of stderr and marks so far.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Stores the next frame; gives its number. `raw` is absent for a frame that is stored in parts: the caller
    /// stores them, and has it judged by [`Ingest::judge_parts`].
    ///
    /// # Errors
    /// SQLite's.
    pub fn frame(
        &mut self,
        tx: &Transaction<'_>,
        arrived: &Arrived,
        raw: Option<&[u8]>,
        reading: &Reading,
    ) -> Result<FrameNumber> {
        let Arrived { dir, first, t, size, terminated } = *arrived;
        let number = FrameNumber(self.totals.frames + 1);
        let mut problems: Vec<String> = reading.remarks.iter().map(ToString::to_string).collect();

        let (pair, oddity) = self.pairs.message(dir, number, t, &reading.message);
        let line = raw.and_then(|raw| self.pairs.line(dir, number, raw, reading));
        problems.extend(oddity.iter().chain(&line).map(ToString::to_string));

        let rpc_id = reading.message.id.as_ref().map(RequestId::to_json);
        let message =
            self.columns(tx, number, &reading.message, rpc_id.as_deref(), pair.as_ref())?;
        // Batches first: their words belong to the frame's row.
        let mut items = Vec::with_capacity(reading.batch.len());
        for (i, item) in reading.batch.iter().enumerate() {
            let (pair, oddity) = self.pairs.message(dir, number, t, item);
            if let Some(oddity) = oddity {
                problems.push(format!("message {} of the batch: {oddity}", i + 1));
            }
            items.push((item, pair));
        }
        let problem = (!problems.is_empty()).then(|| problems.join("\n"));
        let row = NewFrame {
            number,
            dir,
            t,
            span: t.since(first),
            size,
            terminated,
            message,
            problem: problem.as_deref(),
        };
        Store::insert_frame(tx, self.recording, &row, raw)?;
        if let (Some(pair), Some(id)) = (&pair, &rpc_id) {
            Store::answer(tx, self.recording, pair.request, number, pair.latency, id)?;
        }
        for (i, (item, pair)) in items.into_iter().enumerate() {
            let id = item.id.as_ref().map(RequestId::to_json);
            let columns = self.columns(tx, number, item, id.as_deref(), pair.as_ref())?;
            Store::insert_batch_message(tx, self.recording, number, i + 1, &columns)?;
            if let (Some(pair), Some(id)) = (&pair, &id) {
                Store::answer(tx, self.recording, pair.request, number, pair.latency, id)?;
            }
        }
        if let Some(raw) = raw {
            self.learn_peers(tx, &reading.message, pair.as_ref(), raw)?;
            let frame = FrameInput { number, dir, t, raw, terminated };
            let found = self.bench.push(&frame, reading);
            judge::keep(tx, self.recording, &found, &mut self.found)?;
            self.keep_turn(tx, number, &reading.message, pair.as_ref())?;
        }
        self.totals.frames += 1;
        self.totals.bytes += size;
        self.totals.problems += u32::from(problem.is_some());
        self.totals.last_t = self.totals.last_t.max(t);
        Ok(number)
    }

    /// Stores the turn that begins or ends with a frame.
    fn keep_turn(
        &self,
        tx: &Transaction<'_>,
        frame: FrameNumber,
        message: &Message,
        pair: Option<&Pair>,
    ) -> Result<()> {
        const PROMPT: Option<&str> = Some("session/prompt");
        let (session, first) = match (message.kind, pair) {
            (Kind::Request, _) if message.method.as_deref() == PROMPT => {
                (message.session.as_deref(), frame)
            }
            (Kind::Response | Kind::Error, Some(pair)) if pair.method.as_deref() == PROMPT => {
                (pair.session.as_deref(), pair.request)
            }
            _ => return Ok(()),
        };
        let Some(session) = session else { return Ok(()) };
        let Some((number, stop)) = self.bench.turn_at(session, frame) else { return Ok(()) };
        let last = (first != frame).then_some(frame);
        let turn = NewTurn { session, number, first, last, stop, detail: None };
        Store::put_turn(tx, self.recording, &turn)
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
        let Arrived { dir, t, size, terminated, .. } = *arrived;
        let frame = FrameInput { number, dir, t, raw, terminated };
        let found = if raw.len() as u64 == size {
            self.bench.push(&frame, reading)
        } else {
            self.bench.push_envelope(&frame, reading)
        };
        judge::keep(tx, self.recording, &found, &mut self.found)
    }

    /// Stores the next line of stderr.
    ///
    /// # Errors
    /// SQLite's.
    pub fn stderr(&mut self, tx: &Transaction<'_>, new: &StderrLine<'_>) -> Result<()> {
        let StderrLine { first, t, line, line_end } = *new;
        let after = self.totals.frames;
        let span = t.since(first);
        Store::insert_stderr(tx, self.recording, self.seq, after, t, span, line, line_end)?;
        self.seq += 1;
        self.totals.stderr_lines += 1;
        self.totals.last_t = self.totals.last_t.max(t);
        Ok(())
    }

    /// Stores the end of a direction.
    ///
    /// # Errors
    /// SQLite's.
    pub fn end(&mut self, tx: &Transaction<'_>, t: Moment, dir: Dir) -> Result<()> {
        let found = self.bench.eof(dir, t, FrameNumber(self.totals.frames));
        judge::keep(tx, self.recording, &found, &mut self.found)?;
        self.mark(tx, t, "end", Some(dir.code()), None)
    }

    /// The recording ends: stores what is found about things that never came.
    ///
    /// # Errors
    /// SQLite's.
    pub fn finish(&mut self, tx: &Transaction<'_>) -> Result<()> {
        let found = self.bench.finish(FrameNumber(self.totals.frames));
        judge::keep(tx, self.recording, &found, &mut self.found)?;
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
        let after = self.totals.frames;
        Store::insert_mark(tx, self.recording, self.seq, after, t, kind, stream, detail)?;
        self.seq += 1;
        Ok(())
    }

    /// Stores the counts; once a transaction, at its end.
    ///
    /// # Errors
    /// SQLite's.
    pub fn settle(&self, tx: &Transaction<'_>) -> Result<()> {
        Store::set_totals(tx, self.recording, &self.totals)?;
        Store::set_judged(tx, self.recording, VERSION, self.found)
    }

    fn columns<'a>(
        &mut self,
        tx: &Transaction<'_>,
        number: FrameNumber,
        message: &Message,
        rpc_id: Option<&'a str>,
        pair: Option<&Pair>,
    ) -> Result<NewMessage<'a>> {
        let method = message.method.as_deref().or(pair.and_then(|p| p.method.as_deref()));
        let session = message.session.as_deref().or(pair.and_then(|p| p.session.as_deref()));
        Ok(NewMessage {
            kind: message.kind,
            method: method.map(|m| self.name(tx, m)).transpose()?,
            variant: message.update.as_deref().map(|v| self.name(tx, v)).transpose()?,
            session: session.map(|s| self.session(tx, s, number)).transpose()?,
            rpc_id,
            pair: pair.map(|p| p.request),
            latency: pair.map(|p| p.latency),
        })
    }

    fn name(&mut self, tx: &Transaction<'_>, name: &str) -> Result<i64> {
        remembered(&mut self.names, name, || Store::intern(tx, name))
    }

    fn session(&mut self, tx: &Transaction<'_>, id: &str, frame: FrameNumber) -> Result<i64> {
        let recording = self.recording;
        remembered(&mut self.sessions, id, || Store::session(tx, recording, id, frame))
    }

    fn learn_peers(
        &self,
        tx: &Transaction<'_>,
        message: &Message,
        pair: Option<&Pair>,
        raw: &[u8],
    ) -> Result<()> {
        const INITIALIZE: Option<&str> = Some("initialize");
        if message.kind == Kind::Request && message.method.as_deref() == INITIALIZE {
            Store::set_client(tx, self.recording, &peer::client(raw))?;
        } else if message.kind == Kind::Response
            && pair.and_then(|p| p.method.as_deref()) == INITIALIZE
        {
            let (agent, version) = peer::agent(raw);
            Store::set_agent(tx, self.recording, &agent, version.as_deref())?;
        }
        Ok(())
    }
}

fn remembered(
    known: &mut HashMap<String, i64>,
    key: &str,
    find: impl FnOnce() -> Result<i64>,
) -> Result<i64> {
    if let Some(&id) = known.get(key) {
        return Ok(id);
    }
    let id = find()?;
    if known.len() >= REMEMBERED {
        known.clear();
    }
    known.insert(key.to_owned(), id);
    Ok(id)
}
