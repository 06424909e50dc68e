//! What was derived goes into the store, inside a transaction of the caller.

use rusqlite::Transaction;

use super::batch::{Batch, Event};
use super::derive::{Derived, Name, Peers, Row};
use crate::core::frame::FrameNumber;
use crate::core::rules::{Finding, VERSION};
use crate::judge;
use crate::store::{NewFrame, NewMessage, NewTurn, Result, Severities, Store, Totals};

/// Frames that are stored together.
const MOST: usize = 64;

/// A frame that is to be stored, with its bytes.
type Waiting<'b> = (NewFrame<'b>, Option<&'b [u8]>);

/// Stores the rows of one recording. After an error it must be thrown away: what it remembers may be of a
/// transaction that never was.
#[derive(Debug)]
pub struct Rows {
    recording: i64,
    /// The rows of names and sessions, by the numbers that the deriver gave them.
    names: Vec<i64>,
    sessions: Vec<i64>,
    /// Rows of stderr and marks so far.
    pub(super) seq: u64,
    pub(super) found: Severities,
}

impl Rows {
    /// For a recording without frames.
    #[must_use]
    pub fn new(recording: i64) -> Rows {
        Rows {
            recording,
            names: Vec::new(),
            sessions: Vec::new(),
            seq: 0,
            found: Severities::default(),
        }
    }

    /// The recording's number.
    #[must_use]
    pub fn recording(&self) -> i64 {
        self.recording
    }

    /// Rows of stderr and marks so far.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Stores what is in a batch.
    ///
    /// # Errors
    /// SQLite's.
    pub fn store(&mut self, tx: &Transaction<'_>, batch: &Batch) -> Result<()> {
        let mut waiting = Vec::with_capacity(MOST);
        for event in &batch.events {
            match event {
                Event::Frame(derived, raw) => {
                    let raw = raw.clone().map(|range| &batch.bytes[range]);
                    waiting.push((self.row(tx, derived)?, raw));
                    // The request whose row is told of an answer may be among them.
                    if derived.answers() || waiting.len() == MOST {
                        self.frames(tx, &mut waiting)?;
                    }
                    self.beside(tx, derived)?;
                }
                Event::Part(frame, index, raw) => {
                    let raw = &batch.bytes[raw.clone()];
                    Store::insert_part(tx, self.recording, *frame, *index, raw)?;
                }
                Event::Stderr { after, first, t, line, line_end } => {
                    let (span, line) = (t.since(*first), &batch.bytes[line.clone()]);
                    let seq = self.next();
                    Store::insert_stderr(
                        tx,
                        self.recording,
                        seq,
                        *after,
                        *t,
                        span,
                        line,
                        *line_end,
                    )?;
                }
                Event::Mark { after, t, kind, stream, detail } => {
                    let (seq, detail) = (self.next(), detail.as_deref());
                    Store::insert_mark(tx, self.recording, seq, *after, *t, kind, *stream, detail)?;
                }
                Event::Missing(what) => Store::add_missing(tx, self.recording, what)?,
                Event::Findings(found) => self.findings(tx, found)?,
            }
        }
        self.frames(tx, &mut waiting)
    }

    fn frames(&self, tx: &Transaction<'_>, waiting: &mut Vec<Waiting<'_>>) -> Result<()> {
        Store::insert_frames(tx, self.recording, waiting)?;
        waiting.clear();
        Ok(())
    }

    /// The number of the next row of stderr and marks.
    fn next(&mut self) -> u64 {
        self.seq += 1;
        self.seq - 1
    }

    fn row<'b>(&mut self, tx: &Transaction<'_>, derived: &'b Derived) -> Result<NewFrame<'b>> {
        let Derived { number, arrived, .. } = *derived;
        Ok(NewFrame {
            number,
            dir: arrived.dir,
            t: arrived.t,
            span: arrived.t.since(arrived.first),
            size: arrived.size,
            terminated: arrived.terminated,
            message: self.columns(tx, number, &derived.message)?,
            problem: derived.rare.as_ref().and_then(|rare| rare.problem.as_deref()),
        })
    }

    /// What is stored of a frame beside its own row.
    fn beside(&mut self, tx: &Transaction<'_>, derived: &Derived) -> Result<()> {
        let number = derived.number;
        self.answer(tx, number, &derived.message)?;
        let Some(rare) = &derived.rare else { return Ok(()) };
        for (i, item) in rare.batch.iter().enumerate() {
            let columns = self.columns(tx, number, item)?;
            Store::insert_batch_message(tx, self.recording, number, i + 1, &columns)?;
            self.answer(tx, number, item)?;
        }
        match &rare.peers {
            Some(Peers::Client(client)) => Store::set_client(tx, self.recording, client)?,
            Some(Peers::Agent(agent, version)) => {
                Store::set_agent(tx, self.recording, agent, version.as_deref())?;
            }
            None => {}
        }
        self.findings(tx, &rare.findings)?;
        if let Some(turn) = &rare.turn {
            let new = NewTurn {
                session: &turn.session,
                number: turn.number,
                first: turn.first,
                last: turn.last,
                stop: turn.stop.as_deref(),
                detail: None,
            };
            Store::put_turn(tx, self.recording, &new)?;
        }
        Ok(())
    }

    fn findings(&mut self, tx: &Transaction<'_>, findings: &[Finding]) -> Result<()> {
        judge::keep(tx, self.recording, findings, &mut self.found)
    }

    /// Stores the counts; once a transaction, at its end.
    ///
    /// # Errors
    /// SQLite's.
    pub fn settle(&self, tx: &Transaction<'_>, totals: &Totals) -> Result<()> {
        Store::set_totals(tx, self.recording, totals)?;
        Store::set_judged(tx, self.recording, VERSION, self.found)
    }

    /// Tells the request's row of its response.
    fn answer(&self, tx: &Transaction<'_>, number: FrameNumber, row: &Row) -> Result<()> {
        if let (Some((request, latency)), Some(id)) = (row.answers, &row.rpc_id) {
            Store::answer(tx, self.recording, request, number, latency, id)?;
        }
        Ok(())
    }

    fn columns<'a>(
        &mut self,
        tx: &Transaction<'_>,
        number: FrameNumber,
        row: &'a Row,
    ) -> Result<NewMessage<'a>> {
        let recording = self.recording;
        let mut name = |name: &Option<Name>| {
            name.as_ref().map(|n| known(&mut self.names, n, |n| Store::intern(tx, n))).transpose()
        };
        Ok(NewMessage {
            kind: row.kind,
            method: name(&row.method)?,
            variant: name(&row.variant)?,
            session: row
                .session
                .as_ref()
                .map(|s| known(&mut self.sessions, s, |s| Store::session(tx, recording, s, number)))
                .transpose()?,
            rpc_id: row.rpc_id.as_deref(),
            pair: row.answers.map(|(request, _)| request),
            latency: row.answers.map(|(_, latency)| latency),
        })
    }
}

fn known(ids: &mut Vec<i64>, name: &Name, find: impl FnOnce(&str) -> Result<i64>) -> Result<i64> {
    let told = match name {
        Name::Known(number) => return Ok(ids[*number as usize]),
        Name::Told(told) => told,
    };
    let id = find(&told.name)?;
    if let Some(number) = told.number {
        debug_assert!(number as usize <= ids.len(), "numbers are told in order");
        // Fewer than there are: the deriver has begun anew.
        ids.truncate(number as usize);
        ids.push(id);
    }
    Ok(id)
}
