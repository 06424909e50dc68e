//! What each side knows at a moment: versions and capabilities, open requests, and each session's mode, options,
//! commands, plans and use.

use serde_json::{Map, Value};

use super::build::{self, Frames};
use super::item::{Exchange, ItemKind, UsagePoint};
use super::outline::{self, SessionOutline};
use super::{Timeline, Wire};
use crate::core::frame::{Dir, FrameNumber};
use crate::core::message;

/// A side, as it has introduced itself.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Introduced {
    /// `clientInfo` or `agentInfo`.
    pub info: Value,
    /// Its capabilities.
    pub capabilities: Value,
}

/// How far the handshake is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handshake {
    /// Nothing was seen of it.
    Nothing,
    /// The client has asked.
    Asked,
    /// The agent has answered.
    Agreed,
    /// The agent has answered with an error.
    Refused,
}

impl Handshake {
    /// The word for it in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Handshake::Nothing => "nothing",
            Handshake::Asked => "asked",
            Handshake::Agreed => "agreed",
            Handshake::Refused => "refused",
        }
    }
}

/// What is known of a session.
#[derive(Debug, Clone, PartialEq)]
pub struct KnownSession<'a> {
    /// Its outline.
    pub outline: SessionOutline<'a>,
    /// Its title.
    pub title: Option<String>,
    /// The state of its mode item.
    pub mode: Option<Map<String, Value>>,
    /// `configOptions`.
    pub config: Option<Value>,
    /// `availableCommands`.
    pub commands: Option<Value>,
    /// Its plans.
    pub plans: Vec<Map<String, Value>>,
    /// Reports of use.
    pub usage: Vec<&'a UsagePoint>,
}

/// Everything that is known.
#[derive(Debug, Clone, PartialEq)]
pub struct Known<'a> {
    /// The handshake.
    pub handshake: Handshake,
    /// The version that the agent chose.
    pub version: Value,
    /// The client.
    pub client: Option<Introduced>,
    /// The agent.
    pub agent: Option<Introduced>,
    /// `authMethods`.
    pub auth_methods: Value,
    /// Requests that wait for their answer.
    pub open: Vec<&'a Exchange>,
    /// Sessions, without the connection.
    pub sessions: Vec<KnownSession<'a>>,
}

/// What is known as of a frame.
pub fn at<'a>(timeline: &'a Timeline, frames: &mut dyn Frames, at: FrameNumber) -> Known<'a> {
    let begun = timeline.exchanges.partition_point(|e| e.frame <= at);
    let begun = &timeline.exchanges[..begun];
    let answered = |e: &Exchange| e.answer.filter(|(frame, _, _)| *frame <= at);
    let mut known = Known {
        handshake: Handshake::Nothing,
        version: Value::Null,
        client: None,
        agent: None,
        auth_methods: Value::Null,
        open: begun.iter().filter(|e| answered(e).is_none()).collect(),
        sessions: Vec::new(),
    };
    // The first counts: another one would be a mistake.
    let hello = begun.iter().find(|e| &*e.method == "initialize" && e.dir() == Dir::ClientToAgent);
    if let Some(hello) = hello {
        known.handshake = Handshake::Asked;
        let asked = read(frames, hello.frame);
        known.client = Some(introduced(asked.get("params"), "client"));
        if let Some((frame, _, failed)) = answered(hello) {
            known.handshake = if failed { Handshake::Refused } else { Handshake::Agreed };
            let said = read(frames, frame);
            let result = said.get("result");
            let member = |key: &str| result.and_then(|r| r.get(key)).cloned().unwrap_or_default();
            if !failed {
                known.version = member("protocolVersion");
                known.auth_methods = member("authMethods");
                known.agent = Some(introduced(result, "agent"));
            }
        }
    }
    for outline in outline::sessions(timeline, at).into_iter().skip(1) {
        let session = &timeline.sessions[outline.index];
        let mut state = |kind: ItemKind| -> Vec<Map<String, Value>> {
            let places = session.items[..outline.items].iter().enumerate();
            let places: Vec<usize> =
                places.filter(|(_, i)| i.kind == kind).map(|(i, _)| i).collect();
            let mut built = Vec::new();
            for index in places {
                let item = build::shown(timeline, session, index, frames, at);
                built.extend(item.map(|b| b.state));
            }
            built
        };
        let first = |list: Vec<Map<String, Value>>| list.into_iter().next();
        let member = |state: Option<Map<String, Value>>, key: &str| state?.get(key).cloned();
        known.sessions.push(KnownSession {
            title: member(first(state(ItemKind::SessionInfo)), "title")
                .and_then(|t| t.as_str().map(str::to_owned)),
            mode: first(state(ItemKind::Mode)),
            config: member(first(state(ItemKind::Config)), "configOptions"),
            commands: member(first(state(ItemKind::Commands)), "availableCommands"),
            plans: state(ItemKind::Plan),
            usage: session.usage.iter().filter(|u| u.frame <= at).collect(),
            outline,
        });
    }
    known
}

/// The title of a session as of a frame.
pub fn title(
    timeline: &Timeline,
    session: usize,
    frames: &mut dyn Frames,
    at: FrameNumber,
) -> Option<String> {
    let session = timeline.sessions.get(session)?;
    let index = session.items.iter().position(|i| i.kind == ItemKind::SessionInfo)?;
    let info = build::shown(timeline, session, index, frames, at)?;
    info.state.get("title").and_then(Value::as_str).map(str::to_owned)
}

fn read(frames: &mut dyn Frames, frame: FrameNumber) -> Value {
    let Some(Wire { raw: Some(raw), .. }) = frames.read(frame) else { return Value::Null };
    message::value(&raw).unwrap_or_default()
}

/// Version 1 has `clientInfo` and `clientCapabilities`, version 2 `info` and `capabilities`.
fn introduced(from: Option<&Value>, side: &str) -> Introduced {
    let member = |key: &str| from.and_then(|f| f.get(key)).cloned();
    let either = |old: String, new: &str| member(&old).or_else(|| member(new)).unwrap_or_default();
    Introduced {
        info: either(format!("{side}Info"), "info"),
        capabilities: either(format!("{side}Capabilities"), "capabilities"),
    }
}
