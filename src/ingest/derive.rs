//! What is known of each frame, by itself and by those before it, without a database: one thread may derive
//! what another one stores.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use super::{Arrived, REMEMBERED};
use crate::core::fold::FrameInput;
use crate::core::frame::{Dir, FrameNumber, Moment};
use crate::core::message::{self, Kind, Message, Reading};
use crate::core::pairs::{Pair, Pairs};
use crate::core::peer::{self, Peer};
use crate::core::rules::Finding;
use crate::core::tree::Value;
use crate::fault;
use crate::judge::Bench;
use crate::store::Totals;

/// A name or a session as a row refers to it. The few that a recording has are told once and then go by
/// number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Name {
    /// Told before.
    Known(u32),
    /// Told in full.
    Told(Box<Told>),
}

/// A name in full.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) name: String,
    /// It will go by this number, unless it is one of too many.
    pub(super) number: Option<u32>,
}

/// Gives names their numbers.
#[derive(Debug, Default)]
pub(super) struct Names {
    numbers: HashMap<String, u32>,
    /// The last two that were looked up: a frame's method and variant are mostly those of the frame before it.
    last: [Option<(String, u32)>; 2],
}

impl Names {
    fn number(&mut self, name: &str) -> Name {
        if let Some((_, number)) = self.last.iter().flatten().find(|(last, _)| last == name) {
            return Name::Known(*number);
        }
        if let Some(&number) = self.numbers.get(name) {
            self.last.rotate_left(1);
            self.last[1] = Some((name.to_owned(), number));
            return Name::Known(number);
        }
        let number = (self.numbers.len() < REMEMBERED).then_some(self.numbers.len() as u32);
        if let Some(number) = number {
            self.numbers.insert(name.to_owned(), number);
        }
        Name::Told(Box::new(Told { name: name.to_owned(), number }))
    }
}

/// A message's columns.
#[derive(Debug)]
pub(super) struct Row {
    pub(super) kind: Kind,
    pub(super) method: Option<Name>,
    pub(super) variant: Option<Name>,
    pub(super) session: Option<Name>,
    pub(super) rpc_id: Option<Box<str>>,
    /// The request that it answers, and nanoseconds since.
    pub(super) answers: Option<(FrameNumber, u64)>,
}

/// What a handshake tells.
#[derive(Debug)]
pub(super) enum Peers {
    Client(Peer),
    Agent(Peer, Option<String>),
}

/// A turn that begins or ends.
#[derive(Debug)]
pub(super) struct Turn {
    pub(super) session: String,
    pub(super) number: u32,
    pub(super) first: FrameNumber,
    pub(super) last: Option<FrameNumber>,
    pub(super) stop: Option<String>,
}

/// All that is stored of a frame, but its bytes. A burst is thousands of them: what few have is kept apart.
#[derive(Debug)]
pub(super) struct Derived {
    pub(super) number: FrameNumber,
    pub(super) arrived: Arrived,
    pub(super) message: Row,
    pub(super) rare: Option<Box<Rare>>,
}

/// What few frames have.
#[derive(Debug, Default)]
pub(super) struct Rare {
    /// The messages of a batch.
    pub(super) batch: Vec<Row>,
    pub(super) problem: Option<String>,
    pub(super) findings: Vec<Finding>,
    pub(super) peers: Option<Peers>,
    pub(super) turn: Option<Turn>,
}

impl Derived {
    /// It answers a request, or some of its batch do.
    pub(super) fn answers(&self) -> bool {
        let batch = self.rare.iter().flat_map(|rare| &rare.batch);
        self.message.answers.is_some() || batch.into_iter().any(|m| m.answers.is_some())
    }

    fn rare(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }
}

/// Derives, frame by frame in order.
#[derive(Debug, Default)]
pub(super) struct Deriver {
    pub(super) pairs: Pairs,
    pub(super) bench: Bench,
    pub(super) totals: Totals,
    names: Names,
    sessions: Names,
}

impl Deriver {
    /// The next frame, in one piece.
    pub(super) fn frame(&mut self, arrived: &Arrived, raw: &[u8]) -> Derived {
        let before = self.totals;
        let read = catch_unwind(AssertUnwindSafe(|| {
            fault::here("derive", raw);
            let (reading, value) = message::parse(raw);
            self.parsed(arrived, raw, &reading, value.as_ref())
        }));
        read.unwrap_or_else(|_| self.unread(arrived, before))
    }

    /// A frame at which a fault of ours came to light: it is kept all the same, and nothing is judged from here on.
    fn unread(&mut self, arrived: &Arrived, before: Totals) -> Derived {
        log::error!("a frame is kept unread, for a fault of our own");
        self.totals = before;
        // Names that were told with it have been told to nobody.
        (self.names, self.sessions) = (Names::default(), Names::default());
        let (mut derived, _) = self.envelope(arrived, None, &Reading::default());
        let problem =
            "acp-scope could not read this frame, which is a fault of its own: please report it";
        self.totals.problems += 1;
        let findings = self.bench.fail(derived.number);
        let rare = derived.rare();
        (rare.problem, rare.findings) = (Some(problem.to_owned()), findings);
        derived
    }

    /// The next frame, which was parsed.
    pub(super) fn parsed(
        &mut self,
        arrived: &Arrived,
        raw: &[u8],
        reading: &Reading,
        value: Option<&Value<'_>>,
    ) -> Derived {
        let (mut derived, pair) = self.envelope(arrived, Some(raw), reading);
        let number = derived.number;
        let peers = peers(&reading.message, pair.as_ref(), raw);
        let Arrived { dir, t, terminated, .. } = *arrived;
        let frame = FrameInput { number, dir, t, raw, terminated };
        let findings = self.bench.push(&frame, reading, value);
        let turn = self.turn(number, &reading.message, pair.as_ref());
        if peers.is_some() || !findings.is_empty() || turn.is_some() {
            let rare = derived.rare();
            (rare.peers, rare.findings, rare.turn) = (peers, findings, turn);
        }
        derived
    }

    /// The next frame, which is too large to be held. It is judged by [`Deriver::judge_parts`].
    pub(super) fn in_parts(&mut self, arrived: &Arrived, reading: &Reading) -> Derived {
        self.envelope(arrived, None, reading).0
    }

    fn envelope(
        &mut self,
        arrived: &Arrived,
        raw: Option<&[u8]>,
        reading: &Reading,
    ) -> (Derived, Option<Pair>) {
        let Arrived { dir, t, size, .. } = *arrived;
        let number = FrameNumber(self.totals.frames + 1);
        let mut problems: Vec<String> = reading.remarks.iter().map(ToString::to_string).collect();
        let (pair, oddity) = self.pairs.message(dir, number, t, &reading.message);
        let line = raw.and_then(|raw| self.pairs.line(dir, number, raw, reading));
        problems.extend(oddity.iter().chain(&line).map(ToString::to_string));
        let message = self.row(&reading.message, pair.as_ref());
        let mut batch = Vec::with_capacity(reading.batch.len());
        for (i, item) in reading.batch.iter().enumerate() {
            let (pair, oddity) = self.pairs.message(dir, number, t, item);
            if let Some(oddity) = oddity {
                problems.push(format!("message {} of the batch: {oddity}", i + 1));
            }
            batch.push(self.row(item, pair.as_ref()));
        }
        let problem = (!problems.is_empty()).then(|| problems.join("\n"));
        self.totals.frames += 1;
        self.totals.bytes += size;
        self.totals.problems += u32::from(problem.is_some());
        self.totals.last_t = self.totals.last_t.max(t);
        let rare = (problem.is_some() || !batch.is_empty())
            .then(|| Box::new(Rare { batch, problem, ..Rare::default() }));
        (Derived { number, arrived: *arrived, message, rare }, pair)
    }

    fn row(&mut self, message: &Message, pair: Option<&Pair>) -> Row {
        let method = message.method.as_deref().or(pair.and_then(|p| p.method.as_deref()));
        let session = message.session.as_deref().or(pair.and_then(|p| p.session.as_deref()));
        Row {
            kind: message.kind,
            method: method.map(|m| self.names.number(m)),
            variant: message.update.as_deref().map(|v| self.names.number(v)),
            session: session.map(|s| self.sessions.number(s)),
            rpc_id: message.id.as_ref().map(|id| id.to_json().into()),
            answers: pair.map(|p| (p.request, p.latency)),
        }
    }

    /// The turn that begins or ends with a frame.
    fn turn(&self, frame: FrameNumber, message: &Message, pair: Option<&Pair>) -> Option<Turn> {
        const PROMPT: Option<&str> = Some("session/prompt");
        let (session, first) = match (message.kind, pair) {
            (Kind::Request, _) if message.method.as_deref() == PROMPT => {
                (message.session.as_deref()?, frame)
            }
            (Kind::Response | Kind::Error, Some(pair)) if pair.method.as_deref() == PROMPT => {
                (pair.session.as_deref()?, pair.request)
            }
            _ => return None,
        };
        let (number, stop) = self.bench.turn_at(session, frame)?;
        let last = (first != frame).then_some(frame);
        let (session, stop) = (session.to_owned(), stop.map(str::to_owned));
        Some(Turn { session, number, first, last, stop })
    }

    /// What is found in a frame that is kept in parts. Of one that is too large to be held `raw` is the
    /// beginning.
    pub(super) fn judge_parts(
        &mut self,
        number: FrameNumber,
        arrived: &Arrived,
        raw: &[u8],
        reading: &Reading,
    ) -> Vec<Finding> {
        let Arrived { dir, t, size, terminated, .. } = *arrived;
        let frame = FrameInput { number, dir, t, raw, terminated };
        if raw.len() as u64 == size {
            self.bench.push_read(&frame, reading)
        } else {
            self.bench.push_envelope(&frame, reading)
        }
    }

    /// A direction ends: what is found.
    pub(super) fn end(&mut self, t: Moment, dir: Dir) -> Vec<Finding> {
        self.bench.eof(dir, t, FrameNumber(self.totals.frames))
    }

    /// Bytes are missing behind the frames so far: what is found.
    pub(super) fn gap(&mut self) -> Vec<Finding> {
        self.bench.gap(FrameNumber(self.totals.frames))
    }

    /// The recording ends: what is found about things that never came.
    pub(super) fn finish(&mut self) -> Vec<Finding> {
        self.bench.finish(FrameNumber(self.totals.frames))
    }

    /// A line of stderr has come.
    pub(super) fn stderr(&mut self, t: Moment) {
        self.totals.stderr_lines += 1;
        self.totals.last_t = self.totals.last_t.max(t);
    }
}

fn peers(message: &Message, pair: Option<&Pair>, raw: &[u8]) -> Option<Peers> {
    const INITIALIZE: Option<&str> = Some("initialize");
    if message.kind == Kind::Request && message.method.as_deref() == INITIALIZE {
        return Some(Peers::Client(peer::client(raw)));
    }
    let answered = pair.and_then(|p| p.method.as_deref()) == INITIALIZE;
    (message.kind == Kind::Response && answered).then(|| {
        let (agent, version) = peer::agent(raw);
        Peers::Agent(agent, version)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_told_once_and_too_many_are_told_each_time() {
        let mut names = Names::default();
        let told =
            |name: &str, number| Name::Told(Box::new(Told { name: name.to_owned(), number }));
        assert_eq!(names.number("a"), told("a", Some(0)));
        assert_eq!(names.number("a"), Name::Known(0));
        for i in 1..REMEMBERED {
            assert_eq!(names.number(&i.to_string()), told(&i.to_string(), Some(i as u32)));
        }
        for _ in 0..2 {
            assert_eq!(names.number("b"), told("b", None));
        }
        assert_eq!(names.number("a"), Name::Known(0));
        // In whatever order they come.
        for i in [1, 2, 3, 2, 1, 1, 3, 4, 1] {
            assert_eq!(names.number(&i.to_string()), Name::Known(i));
        }
    }
}
