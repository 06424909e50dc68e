//! Which response answers which request, and which lines belong together.
//!
//! Requests are matched per direction: both sides may use the same id at the same time. The memory held is
//! that of the requests that are open, plus the last thousand that were answered, so that a second answer
//! can be told from one that nobody asked for.

use std::collections::{HashMap, VecDeque};

use super::frame::{Dir, FrameNumber, Moment};
use super::json::Outcome;
use super::message::{Kind, Message, Reader, Reading, RequestId};

/// Answered requests that are remembered, per direction.
const REMEMBERED: usize = 1_000;
/// Lines over which one message may be printed before it is no longer taken for one.
const MAX_LINES: u32 = 10_000;

/// A request that has not been answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Open {
    /// The frame of the request.
    pub frame: FrameNumber,
    /// When its last byte was read.
    pub t: Moment,
    /// Its method.
    pub method: Option<String>,
    /// The session that it names.
    pub session: Option<String>,
}

/// A request and its response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The frame of the request.
    pub request: FrameNumber,
    /// The request's method.
    pub method: Option<String>,
    /// The session that the request names.
    pub session: Option<String>,
    /// Nanoseconds from the request to the response.
    pub latency: u64,
}

/// What is odd about a frame in the light of those before it, worded by its `Display`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Oddity {
    /// A response that answers no request seen.
    Unasked,
    /// A second response to the same request.
    AnsweredBefore {
        /// The request.
        request: FrameNumber,
        /// The first response.
        response: FrameNumber,
    },
    /// A request whose id is that of a request still open in this direction.
    IdInUse(FrameNumber),
    /// The line continues JSON that began in an earlier line.
    Continues(FrameNumber),
    /// The line completes JSON that began in an earlier line.
    Completes(FrameNumber),
}

impl std::fmt::Display for Oddity {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Oddity::Unasked => f.write_str("answers no request that was seen"),
            Oddity::AnsweredBefore { request, response } => write!(
                f,
                "answers the request of frame {request} again; frame {response} has answered it"
            ),
            Oddity::IdInUse(frame) => {
                write!(f, "uses the id of the request of frame {frame}, which is still unanswered")
            }
            Oddity::Continues(frame) => write!(
                f,
                "continues the JSON that began in frame {frame}: one message printed over several lines"
            ),
            Oddity::Completes(frame) => write!(
                f,
                "completes the JSON that began in frame {frame}; a message must be on one line"
            ),
        }
    }
}

#[derive(Debug, Default)]
struct Side {
    open: HashMap<RequestId, Open>,
    answered: HashMap<RequestId, (FrameNumber, FrameNumber)>,
    order: VecDeque<RequestId>,
    /// Lines that are one message only together: the first one, how many, and the JSON so far.
    lines: Option<(FrameNumber, u32, Reader)>,
}

/// Follows both directions of one recording.
#[derive(Debug, Default)]
pub struct Pairs {
    sides: [Side; 2],
}

impl Pairs {
    /// Before the first frame.
    #[must_use]
    pub fn new() -> Pairs {
        Pairs::default()
    }

    /// Takes the next message of a frame: the pair that it completes, and what is odd about it.
    /// Messages of a batch are given one after another with the same number.
    pub fn message(
        &mut self,
        dir: Dir,
        frame: FrameNumber,
        t: Moment,
        message: &Message,
    ) -> (Option<Pair>, Option<Oddity>) {
        let Some(id) = &message.id else { return (None, None) };
        match message.kind {
            Kind::Request => {
                let open = Open {
                    frame,
                    t,
                    method: message.method.clone(),
                    session: message.session.clone(),
                };
                let side = &mut self.sides[dir.index()];
                let before = side.open.insert(id.clone(), open);
                (None, before.map(|b| Oddity::IdInUse(b.frame)))
            }
            Kind::Response | Kind::Error => self.answer(dir, frame, t, id),
            Kind::Invalid | Kind::Notification | Kind::Batch => (None, None),
        }
    }

    fn answer(
        &mut self,
        dir: Dir,
        frame: FrameNumber,
        t: Moment,
        id: &RequestId,
    ) -> (Option<Pair>, Option<Oddity>) {
        let side = &mut self.sides[dir.opposite().index()];
        if let Some(open) = side.open.remove(id) {
            side.remember(id, open.frame, frame);
            let latency = t.since(open.t);
            let Open { frame: request, method, session, .. } = open;
            return (Some(Pair { request, method, session, latency }), None);
        }
        let oddity = match side.answered.get(id) {
            Some(&(request, response)) => Oddity::AnsweredBefore { request, response },
            None => Oddity::Unasked,
        };
        (None, Some(oddity))
    }

    /// Takes the bytes of a frame that is small enough to be held, to recognise a message that was printed
    /// over several lines.
    pub fn line(
        &mut self,
        dir: Dir,
        frame: FrameNumber,
        bytes: &[u8],
        reading: &Reading,
    ) -> Option<Oddity> {
        let side = &mut self.sides[dir.index()];
        let held = side.lines.take();
        if reading.message.kind != Kind::Invalid {
            return None;
        }
        if let Some((first, lines, mut reader)) = held
            && lines < MAX_LINES
        {
            reader.push(b"\n");
            reader.push(bytes);
            match reader.outcome() {
                Outcome::Complete => return Some(Oddity::Completes(first)),
                Outcome::CutOff(_) => {
                    side.lines = Some((first, lines + 1, reader));
                    return Some(Oddity::Continues(first));
                }
                Outcome::Empty | Outcome::Several { .. } | Outcome::Broken { .. } => {}
            }
        }
        if reading.cut_off {
            let mut reader = Reader::new();
            reader.push(bytes);
            side.lines = Some((frame, 1, reader));
        }
        None
    }

    /// A request of an earlier run of the indexer, still open.
    pub fn restore_open(&mut self, dir: Dir, id: RequestId, open: Open) {
        self.sides[dir.index()].open.insert(id, open);
    }

    /// A request of an earlier run of the indexer and its response.
    pub fn restore_answered(
        &mut self,
        dir: Dir,
        id: &RequestId,
        request: FrameNumber,
        response: FrameNumber,
    ) {
        self.sides[dir.index()].remember(id, request, response);
    }
}

impl Side {
    fn remember(&mut self, id: &RequestId, request: FrameNumber, response: FrameNumber) {
        if self.answered.insert(id.clone(), (request, response)).is_none() {
            self.order.push_back(id.clone());
        }
        if self.order.len() > REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.answered.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::message::read;
    use super::*;
    use Dir::{AgentToClient as A2c, ClientToAgent as C2a};

    struct Wire {
        pairs: Pairs,
        n: u32,
    }

    impl Wire {
        fn new() -> Wire {
            Wire { pairs: Pairs::new(), n: 0 }
        }

        /// Sends a frame; the answer is in words: the pair's request and latency, then the oddity.
        fn send(&mut self, dir: Dir, frame: &str) -> (Option<(u32, u64)>, Option<String>) {
            self.n += 1;
            let reading = read(frame.as_bytes());
            let number = FrameNumber(self.n);
            let (pair, odd) =
                self.pairs.message(dir, number, Moment(u64::from(self.n) * 10), &reading.message);
            let line = self.pairs.line(dir, number, frame.as_bytes(), &reading);
            (pair.map(|p| (p.request.0, p.latency)), odd.or(line).map(|o| o.to_string()))
        }
    }

    #[test]
    fn the_same_id_in_both_directions_does_not_mix() {
        let mut w = Wire::new();
        assert_eq!(
            w.send(C2a, r#"{"jsonrpc":"2.0","id":0,"method":"session/prompt"}"#),
            (None, None)
        );
        assert_eq!(
            w.send(A2c, r#"{"jsonrpc":"2.0","id":0,"method":"fs/read_text_file"}"#),
            (None, None)
        );
        assert_eq!(w.send(C2a, r#"{"jsonrpc":"2.0","id":0,"result":{}}"#), (Some((2, 10)), None));
        assert_eq!(w.send(A2c, r#"{"jsonrpc":"2.0","id":0,"result":{}}"#), (Some((1, 30)), None));
    }

    #[test]
    fn ids_of_another_type_are_other_ids() {
        let mut w = Wire::new();
        w.send(C2a, r#"{"jsonrpc":"2.0","id":1,"method":"a"}"#);
        for id in ["\"1\"", "1.0", "null"] {
            let frame = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#);
            let want = Some("answers no request that was seen".to_owned());
            assert_eq!(w.send(A2c, &frame), (None, want));
        }
        assert_eq!(w.send(A2c, r#"{"id":1,"jsonrpc":"2.0","error":{}}"#).0, Some((1, 40)));
    }

    #[test]
    fn a_second_answer_and_an_id_in_use_are_told() {
        let mut w = Wire::new();
        w.send(C2a, r#"{"jsonrpc":"2.0","id":1,"method":"a"}"#);
        let again = w.send(C2a, r#"{"jsonrpc":"2.0","id":1,"method":"b"}"#).1.unwrap();
        assert_eq!(again, "uses the id of the request of frame 1, which is still unanswered");
        w.send(A2c, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
        let twice = w.send(A2c, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#).1.unwrap();
        assert_eq!(twice, "answers the request of frame 2 again; frame 3 has answered it");
        w.send(C2a, r#"{"jsonrpc":"2.0","id":1,"method":"later"}"#);
        assert_eq!(w.send(A2c, r#"{"jsonrpc":"2.0","id":1,"result":{}}"#), (Some((5, 10)), None));
    }

    #[test]
    fn a_message_over_several_lines_is_recognised() {
        let mut w = Wire::new();
        assert_eq!(w.send(A2c, "{").1, None);
        let goes_on =
            "continues the JSON that began in frame 1: one message printed over several lines";
        assert_eq!(w.send(A2c, r#"  "jsonrpc": "2.0","#).1.as_deref(), Some(goes_on));
        w.send(C2a, r#"{"jsonrpc":"2.0","method":"between"}"#);
        assert_eq!(w.send(A2c, r#"  "method": "a""#).1.as_deref(), Some(goes_on));
        assert_eq!(
            w.send(A2c, "}").1.as_deref(),
            Some("completes the JSON that began in frame 1; a message must be on one line")
        );
        assert_eq!(w.send(A2c, "}").1, None);
    }

    #[test]
    fn a_cut_message_followed_by_others_is_just_cut() {
        let mut w = Wire::new();
        w.send(A2c, r#"{"jsonrpc":"2.0","method":"#);
        assert_eq!(w.send(A2c, r#"{"jsonrpc":"2.0","method":"b"}"#).1, None);
        assert_eq!(w.send(A2c, "}").1, None);
    }

    #[test]
    fn answered_requests_are_forgotten_in_the_end() {
        let mut w = Wire::new();
        for i in 0..2_000 {
            w.send(C2a, &format!(r#"{{"jsonrpc":"2.0","id":{i},"method":"a"}}"#));
            w.send(A2c, &format!(r#"{{"jsonrpc":"2.0","id":{i},"result":{{}}}}"#));
        }
        let side = &w.pairs.sides[0];
        assert_eq!((side.open.len(), side.answered.len(), side.order.len()), (0, 1_000, 1_000));
    }
}
