//! The one wiring: frame → message → rules by the state before → state.
//!
//! Same frames in, same findings out, always. A frame is parsed once; the rules and the state share the
//! value. Nothing here waits, prints or fails. While nothing but noise has come, findings are held back for
//! a few lines, until it is known whether the two sides speak this protocol at all.

use serde_json::json;

use super::frame::{Dir, FrameNumber, Moment};
use super::message::{self, Kind, Message, Reading};
use super::pairs::{Oddity, Pairs};
use super::protocol::Protocol;
use super::protocol::issue::Issue;
use super::protocol::methods::{Call, CallKind, Method};
use super::rules::{Finding, Findings, Judge, MISSING, OTHER, Selection};
use super::state::{Phase, Piece, Said, State};
use super::timeline::{Folder, Timeline};
use super::tree::Value;

/// Larger frames are not parsed: their envelope is judged, their shape is not.
pub const PARSED: usize = 64 << 20;

/// How to judge.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// Which rules are asked.
    pub rules: Selection,
}

/// A frame to judge.
#[derive(Debug, Clone, Copy)]
pub struct FrameInput<'a> {
    /// Its number.
    pub number: FrameNumber,
    /// Its direction.
    pub dir: Dir,
    /// When its last byte was read.
    pub t: Moment,
    /// Its bytes.
    pub raw: &'a [u8],
    /// A line feed followed.
    pub terminated: bool,
}

/// Judges one recording, frame by frame.
#[derive(Debug)]
pub struct Fold {
    state: State,
    /// None where only the timeline is wanted.
    judge: Option<Judge>,
    timeline: Option<Folder>,
    selection: Selection,
    /// Only for messages that are printed over several lines.
    lines: Pairs,
    held: Vec<Finding>,
    other: bool,
    /// Bytes are missing: nothing is judged any more.
    broken: bool,
}

impl Fold {
    /// Before the first frame.
    #[must_use]
    pub fn new(options: Options) -> Fold {
        Fold {
            state: State::default(),
            judge: Some(Judge::new(&options.rules)),
            timeline: None,
            selection: options.rules,
            lines: Pairs::new(),
            held: Vec::new(),
            other: false,
            broken: false,
        }
    }

    /// Without judging: only the timeline is made.
    #[must_use]
    pub fn reconstruct() -> Fold {
        let timeline = Some(Folder::new());
        Fold { judge: None, timeline, ..Fold::new(Options::default()) }
    }

    /// The timeline so far, if one is made.
    #[must_use]
    pub fn timeline(&self) -> Option<&Timeline> {
        self.timeline.as_ref().map(Folder::timeline)
    }

    /// The timeline of a recording that is over.
    #[must_use]
    pub fn into_timeline(self) -> Option<Timeline> {
        self.timeline.map(Folder::into_timeline)
    }

    /// A frame that cannot be held takes its place in the timeline unread.
    pub fn pass(&mut self, number: FrameNumber, t: Moment) {
        if let Some(timeline) = &mut self.timeline {
            timeline.unread(number, t);
        }
    }

    /// What is known after the frames so far.
    #[must_use]
    pub fn state(&self) -> &State {
        &self.state
    }

    /// The recording turned out to be of another protocol.
    #[must_use]
    pub fn is_other_protocol(&self) -> bool {
        self.other
    }

    /// The next frame: what is found, by it or now about earlier ones.
    pub fn push(&mut self, frame: &FrameInput<'_>) -> Vec<Finding> {
        if frame.raw.len() > PARSED {
            return self.take(frame, &message::read(frame.raw), None);
        }
        let (reading, value) = message::parse(frame.raw);
        self.take(frame, &reading, value.as_ref())
    }

    /// The next frame, which was read already.
    pub fn push_read(&mut self, frame: &FrameInput<'_>, reading: &Reading) -> Vec<Finding> {
        if frame.raw.len() > PARSED {
            return self.take(frame, reading, None);
        }
        self.take(frame, reading, message::tree(frame.raw, reading).as_ref())
    }

    /// The next frame, which was parsed already: what [`message::parse`] has given.
    pub fn push_parsed(
        &mut self,
        frame: &FrameInput<'_>,
        reading: &Reading,
        value: Option<&Value<'_>>,
    ) -> Vec<Finding> {
        self.take(frame, reading, value)
    }

    /// The next frame, which is too large to be held: its bytes are only the first of them.
    pub fn push_envelope(&mut self, frame: &FrameInput<'_>, reading: &Reading) -> Vec<Finding> {
        self.take(frame, reading, None)
    }

    fn take(
        &mut self,
        frame: &FrameInput<'_>,
        reading: &Reading,
        value: Option<&Value<'_>>,
    ) -> Vec<Finding> {
        if self.other || (self.broken && self.timeline.is_none()) {
            return Vec::new();
        }
        let mut out = Findings::default();
        if reading.message.kind == Kind::Batch {
            self.message(frame, reading, &reading.message, value, None, None, &mut out);
            let items = value.map(|v| v.as_array().map_or(&[][..], Vec::as_slice));
            for (at, message) in reading.batch.iter().enumerate() {
                let value = items.map(|items| items.get(at).unwrap_or(&Value::Null));
                self.message(frame, reading, message, value, Some(at), None, &mut out);
            }
        } else {
            let piece = match self.lines.line(frame.dir, frame.number, frame.raw, reading) {
                Some(Oddity::Continues(first)) => Some(Piece { first, completes: false }),
                Some(Oddity::Completes(first)) => Some(Piece { first, completes: true }),
                _ => None,
            };
            self.message(frame, reading, &reading.message, value, None, piece, &mut out);
        }
        self.release(out.into_list())
    }

    /// A direction ends in order.
    pub fn eof(&mut self, dir: Dir, t: Moment) {
        self.state.end(dir, t);
    }

    /// Bytes are missing behind this frame. Nobody can know what they held, so nobody is accused of anything from here
    /// on: that is all that is found.
    pub fn gap(&mut self, after: FrameNumber) -> Vec<Finding> {
        if self.judge.is_none() || self.other || self.broken {
            return Vec::new();
        }
        self.broken = true;
        self.held.clear();
        // What is missing at the very beginning is told at the first frame.
        let frame = after.max(FrameNumber(1));
        let message = "bytes are missing from the recording here: the frames behind are not judged, \
                       since nobody can know what came between";
        vec![Finding::of_the_judging(MISSING, frame, message)]
    }

    /// The recording ends: what never came.
    pub fn finish(&mut self) -> Vec<Finding> {
        if self.other || self.broken {
            return Vec::new();
        }
        let mut out = Findings::default();
        if let Some(judge) = &mut self.judge {
            judge.end(&self.state, &mut out);
        }
        let mut found = std::mem::take(&mut self.held);
        found.extend(out.into_list());
        self.selected(found)
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one message, taken apart once")]
    fn message(
        &mut self,
        frame: &FrameInput<'_>,
        reading: &Reading,
        message: &Message,
        value: Option<&Value<'_>>,
        item: Option<usize>,
        piece: Option<Piece>,
        out: &mut Findings,
    ) {
        let asked = match (&message.id, message.kind.answers()) {
            (Some(id), true) => {
                self.state.asked(frame.dir.opposite()).open(id).map(|open| open.asked.clone())
            }
            _ => None,
        };
        let unread = value.is_none() && message.kind != Kind::Invalid;
        let envelope = if unread { envelope(message) } else { serde_json::Value::Null };
        let envelope = Value::from(&envelope);
        let mut said = Said {
            frame: frame.number,
            dir: frame.dir,
            t: frame.t,
            raw: frame.raw,
            terminated: frame.terminated,
            reading,
            piece,
            item,
            kind: message.kind,
            method: message.method.as_deref(),
            id: message.id.as_ref(),
            value: value.unwrap_or(&envelope),
            unread,
            params: &Value::Null,
            update: &Value::Null,
            variant: None,
            own_session: None,
            asked,
            known: None,
            call: None,
            issues: Vec::new(),
        };
        said.look_up();
        self.check_shape(&mut said);
        if let Some(judge) = &mut self.judge {
            judge.message(&self.state, &said, out);
        }
        if self.timeline.is_some() {
            let version = self.protocol(&said).version;
            if let Some(timeline) = &mut self.timeline {
                if said.unread {
                    // Once for a batch: its messages are not known apart.
                    if item.is_none() {
                        timeline.unread(frame.number, frame.t);
                    }
                } else {
                    timeline.apply(&said, version);
                }
            }
        }
        self.state.apply(&said);
    }

    fn check_shape(&self, said: &mut Said<'_>) {
        let protocol = self.protocol(said);
        if said.value.is_null() || said.unread {
            return;
        }
        match said.kind {
            Kind::Request | Kind::Notification => {
                let Some(method) = said.method.and_then(|m| protocol.method(m)) else { return };
                let kind = match said.kind {
                    Kind::Request => CallKind::Request,
                    _ => CallKind::Notification,
                };
                said.known = Some(method);
                said.call = call(method, said.dir, kind);
                if let Some(call) = said.call {
                    let params = said.value.get("params");
                    // Another type than object is told by a rule of its own.
                    if params.is_none_or(|p| p.is_object() || p.is_null()) {
                        said.issues = below("/params", protocol.check_params(call, params));
                    }
                }
            }
            Kind::Response | Kind::Error => {
                let Some(asked) = said.asked.clone() else { return };
                let method = asked.method.as_deref().and_then(|m| protocol.method(m));
                said.known = method;
                said.call = method.and_then(|m| call(m, said.dir.opposite(), CallKind::Request));
                if let (Some(call), Some(result)) = (said.call, said.value.get("result")) {
                    said.issues = below("/result", protocol.check_result(call, result));
                }
            }
            Kind::Invalid | Kind::Batch => {}
        }
    }

    /// The version by which a message is judged.
    fn protocol(&self, said: &Said<'_>) -> &'static Protocol {
        let v1 = Protocol::v1();
        if let Some(version) = self.state.version() {
            return Protocol::of_version(version).unwrap_or(v1);
        }
        let handshake = said.method == Some("initialize")
            || said.asked.as_ref().is_some_and(|asked| asked.is("initialize"));
        if !handshake || matches!(self.state.connection.phase, Phase::Agreed(_)) {
            return v1;
        }
        let pointer = if said.asked.is_some() {
            "/result/protocolVersion"
        } else {
            "/params/protocolVersion"
        };
        match said.at(pointer).as_u64() {
            Some(2..) => Protocol::v2(),
            _ => v1,
        }
    }

    /// Gives findings out, or holds them as long as it is not clear what is spoken.
    fn release(&mut self, found: Vec<Finding>) -> Vec<Finding> {
        if let Some(at) = found.iter().position(|f| f.rule == OTHER) {
            self.other = true;
            self.held.clear();
            let mut found = found;
            return self.selected(vec![found.swap_remove(at)]);
        }
        if self.state.messages == 0 {
            self.held.extend(found);
            return Vec::new();
        }
        if self.held.is_empty() {
            return if found.is_empty() { found } else { self.selected(found) };
        }
        let mut all = std::mem::take(&mut self.held);
        all.extend(found);
        self.selected(all)
    }

    /// Shape rules are asked whether selected or not, so that each deviation has its owner.
    fn selected(&self, mut found: Vec<Finding>) -> Vec<Finding> {
        found.retain(|f| self.selection.takes_id(f.rule));
        found
    }
}

/// The call of this form, or else the only one of the direction: a request that was sent without an id is
/// still checked as what it means to be.
fn call(method: &'static Method, dir: Dir, kind: CallKind) -> Option<&'static Call> {
    method.call(dir, kind).or_else(|| {
        let mut of_dir = method.calls.iter().filter(|c| c.dir == dir);
        of_dir.next().filter(|_| of_dir.next().is_none())
    })
}

fn below(prefix: &str, mut issues: Vec<Issue>) -> Vec<Issue> {
    for issue in &mut issues {
        issue.pointer.insert_str(0, prefix);
        if let Some(lenient) = &mut issue.lenient {
            lenient.pointer.insert_str(0, prefix);
        }
    }
    issues
}

/// What is known of a message that was not held: as much of it as its envelope tells.
fn envelope(message: &Message) -> serde_json::Value {
    let session = message.session.as_ref().map(|session| json!({"sessionId": session}));
    let mut value = json!({"jsonrpc": "2.0"});
    if let Some(id) = &message.id {
        value["id"] = serde_json::from_str(&id.to_json()).unwrap_or_default();
    }
    match (message.kind, &message.method) {
        (Kind::Response, _) => value["result"] = session.unwrap_or_else(|| json!({})),
        (Kind::Error, _) => value["error"] = json!({}),
        (_, Some(method)) => {
            value["method"] = method.as_str().into();
            value["params"] = session.unwrap_or_else(|| json!({}));
            if let Some(update) = &message.update {
                value["params"]["update"] = json!({"sessionUpdate": update});
            }
        }
        _ => {}
    }
    value
}
