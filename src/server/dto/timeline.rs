//! The JSON of the timeline: sessions, turns, items, patches, and what each side knows.

use serde::Serialize;
use serde_json::Value;
#[cfg(test)]
use ts_rs::TS;

use super::Dir;

/// The sessions of a recording as of a frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Sessions {
    /// The frame of the moment.
    pub at: u32,
    /// Frames that were folded so far; fewer than `frames` while a long recording is read for the first time.
    pub folded: u32,
    /// Frames of the recording.
    pub frames: u32,
    /// The connection itself (without id), then the sessions as they were first spoken of.
    pub sessions: Vec<Session>,
}

/// A session.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Session {
    /// Its id; none for the connection.
    pub id: Option<String>,
    /// The session that announced it or that it was forked from.
    pub parent: Option<String>,
    /// Its title, as the agent gave it.
    pub title: Option<String>,
    /// Its working directory.
    pub cwd: Option<String>,
    /// How it came to be known: `new`, `load`, `resume`, `fork`, `child` or `before`.
    pub origin: Option<&'static str>,
    /// The first frame about it.
    pub first_frame: u32,
    /// The last frame about it.
    pub last_frame: u32,
    /// When the first came.
    pub t: f64,
    /// Items so far.
    pub items: usize,
    /// Turns so far.
    pub turns: usize,
    /// The turn that runs.
    pub open_turn: Option<u32>,
    /// Other recordings that name the same session, newest first.
    #[cfg_attr(test, ts(type = "number[]"))]
    pub also_in: Vec<i64>,
}

/// From a prompt to its response.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Turn {
    /// Its session.
    pub session: Option<String>,
    /// Counted from 1.
    pub number: u32,
    /// The prompt's frame.
    pub first_frame: u32,
    /// The response's frame.
    pub last_frame: Option<u32>,
    /// When the prompt was read.
    pub t: f64,
    /// When the response was.
    pub ended_t: Option<f64>,
    /// Why it ended.
    pub stop_reason: Option<String>,
    /// The error that it ended with.
    pub error: Option<String>,
    /// The first `session/cancel` in it.
    pub cancelled_frame: Option<u32>,
    /// When the agent's first update came.
    pub first_update_t: Option<f64>,
    /// When the agent's first words came.
    pub first_text_t: Option<f64>,
    /// Updates in it.
    pub updates: usize,
    /// Messages of the agent in it.
    pub messages: usize,
    /// Tool calls in it.
    pub tool_calls: usize,
    /// The prompt's place in the session.
    pub first_item: usize,
    /// Items of the turn.
    pub items: usize,
    /// Tool calls, from creation to final status.
    pub tools: Vec<Span>,
    /// Permissions and elicitations: the human's time.
    pub waits: Vec<Span>,
    /// Requests that the client worked on.
    pub calls: Vec<Span>,
    /// Tokens in use at the first and last report.
    pub used: Option<(f64, f64)>,
    /// What the turn cost.
    pub cost: Option<Cost>,
    /// `usage` of the response (draft).
    #[cfg_attr(test, ts(type = "unknown"))]
    pub usage: Option<Value>,
    /// Where its time went; of a turn that runs, until now.
    pub time: Spent,
}

/// Where the time of a turn went. Every moment is counted once: for a human before a client before a tool.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Spent {
    /// All of it, in seconds.
    pub total: f64,
    /// What each share adds up to.
    pub sums: Shares,
    /// The pieces in their order, without gaps.
    pub pieces: Vec<SpentPiece>,
}

/// Shares of a time, in seconds.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Shares {
    /// The human was asked.
    pub human: f64,
    /// The client worked: files and terminals.
    pub client: f64,
    /// Tools ran.
    pub tools: f64,
    /// Nothing crossed for long, and nobody else was asked.
    pub silence: f64,
    /// What is left: the agent and its model.
    pub agent: f64,
}

/// A piece of a turn's time.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SpentPiece {
    /// Whose it is.
    #[cfg_attr(test, ts(type = "keyof Shares"))]
    pub share: &'static str,
    /// From when.
    pub from_t: f64,
    /// Until when.
    pub to_t: f64,
}

/// A window of turns.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TurnsPage {
    /// The frame of the moment.
    pub at: u32,
    /// Turns that there are.
    pub total: usize,
    /// The place of the first turn of the window, from 0.
    pub from: usize,
    /// The window.
    pub turns: Vec<Turn>,
}

/// Where the turns of a session stand, as of the present: columns, a turn at each place.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TurnPlaces {
    /// The last frame that was folded.
    pub at: u32,
    /// Turns before the first that is given.
    pub from: usize,
    /// The prompts' frames.
    pub first_frame: Vec<u32>,
    /// The responses' frames.
    pub last_frame: Vec<Option<u32>>,
    /// The prompts' places in the session.
    pub first_item: Vec<u32>,
    /// Items of each turn.
    pub items: Vec<u32>,
    /// The error or the stop reason that it ended with, cut short.
    pub end: Vec<Option<String>>,
}

/// Moments to step to.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Steps {
    /// The frame of the nearest one before.
    pub before: Option<u32>,
    /// The frame of the nearest one behind.
    pub after: Option<u32>,
}

/// The requests of one method in one direction.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Calls {
    /// The method.
    pub method: String,
    /// Who asks.
    pub dir: Dir,
    /// How many.
    pub count: usize,
    /// How many were answered with an error.
    pub errors: usize,
    /// How many were not answered.
    pub open: usize,
    /// Half of the answers took no longer, in seconds.
    pub p50: Option<f64>,
    /// 95 of 100 answers took no longer.
    pub p95: Option<f64>,
    /// The longest.
    pub most: Option<f64>,
    /// Its request.
    pub slowest: Option<u32>,
}

/// What stands out along a recording, for the scrubber. What is too narrow to be told apart is one mark.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Marks {
    /// Frames that were folded so far.
    pub folded: u32,
    /// Frames of the recording.
    pub frames: u32,
    /// Turns of sessions that are no sub-agents'.
    pub turns: Vec<TurnMark>,
    /// The human was asked: permissions and elicitations.
    pub waits: Vec<TimeSpan>,
    /// History was replayed.
    pub replays: Vec<TimeSpan>,
    /// Compactions that were completed.
    pub compactions: Vec<CompactionMark>,
}

/// Turns that stand together.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TurnMark {
    /// The number of the first.
    pub number: u32,
    /// How many they are.
    pub count: u32,
    /// The prompt's frame.
    pub frame: u32,
    /// When the first begins.
    pub from_t: f64,
    /// When the last ends.
    pub to_t: Option<f64>,
}

/// A time from one moment to another.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TimeSpan {
    /// From when.
    pub from_t: f64,
    /// Until when.
    pub to_t: Option<f64>,
}

/// A compaction.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct CompactionMark {
    /// The frame that completed it.
    pub frame: u32,
    /// When.
    pub t: f64,
    /// How many stand here.
    pub count: u32,
}

/// An amount of money.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Cost {
    /// How much.
    pub amount: f64,
    /// Of what.
    pub currency: String,
}

/// The time that an item took.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Span {
    /// The item's place in the session.
    pub item: u32,
    /// The frame that began it.
    pub frame: u32,
    /// From when.
    pub from_t: f64,
    /// Until when.
    pub to_t: Option<f64>,
}

/// A window of a session's items.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct TimelinePage {
    /// The frame of the moment.
    pub at: u32,
    /// Items of the session.
    pub total: usize,
    /// The place of the first item of the window.
    pub from: usize,
    /// The place of the item that the frame in focus has made or changed; none if that is none of this session.
    pub focus: Option<usize>,
    /// The window.
    pub items: Vec<Item>,
    /// The turns that these items belong to.
    pub turns: Vec<Turn>,
}

/// One thing that happened or came to be in a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Item {
    /// Its place in the session.
    pub index: usize,
    /// What it is: `user_message`, `tool_call`, `notice` …
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Its id in the protocol.
    pub id: Option<String>,
    /// Its turn.
    pub turn: Option<u32>,
    /// The frame that made it.
    pub first_frame: u32,
    /// The frame that changed it last.
    pub last_frame: u32,
    /// Its frames, as ranges with both ends. Of very many the first and the last.
    pub frames: Vec<(u32, u32)>,
    /// How many they are.
    pub frame_count: usize,
    /// When it came to be.
    pub t: f64,
    /// When it changed last.
    pub last_t: f64,
    /// It belongs to the conversation's history; notices do not.
    pub history: bool,
    /// It came to be in a replay.
    pub replay: bool,
    /// A completed compaction stands behind it.
    pub compacted_away: bool,
    /// A tool call that the client has closed by `session/cancel`.
    pub cancelled: bool,
    /// The item that it happened inside of.
    pub parent_item: Option<usize>,
    /// The protocol object in the protocol's names, all patches applied.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub state: serde_json::Map<String, Value>,
    /// What the terminals that a tool call shows have printed, by id.
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    pub terminals: serde_json::Map<String, Value>,
    /// How many patches made it.
    pub patches: usize,
    /// For a tool call: when its status changed, and to what.
    pub statuses: Vec<StatusChange>,
}

/// A status at its moment.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct StatusChange {
    /// The frame that told it.
    pub frame: u32,
    /// When.
    pub t: f64,
    /// The status; `cancelled` where the client closed it.
    pub status: &'static str,
}

/// The history of an item.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Patches {
    /// What each frame did, in order.
    pub patches: Vec<Patch>,
}

/// What one frame did to an item.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Patch {
    /// The frame.
    pub frame: u32,
    /// When it was read.
    pub t: f64,
    /// Fields that got a value.
    pub set: Vec<String>,
    /// Fields that lost theirs.
    pub cleared: Vec<String>,
    /// Fields that something was appended to.
    pub appended: Vec<String>,
    /// Fields without effect.
    pub ignored: Vec<Ignored>,
    /// What else is to be said.
    pub note: Option<String>,
}

/// A field without effect.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Ignored {
    /// The field; empty for the whole frame.
    pub field: String,
    /// Why.
    pub reason: String,
}

/// Where a frame stands in the timeline.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FramePlaces {
    /// The items that it belongs to.
    pub items: Vec<FramePlace>,
    /// Why it belongs to none.
    pub plumbing: Option<&'static str>,
}

/// An item by its place.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FramePlace {
    /// The session; none for the connection.
    pub session: Option<String>,
    /// The item's place in it.
    pub index: u32,
    /// What it is.
    #[serde(rename = "type")]
    pub kind: &'static str,
}

/// What each side knows as of a frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Known {
    /// The frame of the moment.
    pub at: u32,
    /// The handshake.
    pub connection: KnownConnection,
    /// Requests that wait for their answer.
    pub open_requests: Vec<OpenRequest>,
    /// The sessions.
    pub sessions: Vec<KnownSession>,
}

/// The handshake.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct KnownConnection {
    /// `nothing`, `asked`, `agreed` or `refused`.
    pub phase: &'static str,
    /// The version that the agent chose, as it was sent.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub version: Value,
    /// The client.
    pub client: Option<Introduced>,
    /// The agent.
    pub agent: Option<Introduced>,
    /// `authMethods`.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub auth_methods: Value,
}

/// A side, as it has introduced itself.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Introduced {
    /// Its name, version and title as it gave them.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub info: Value,
    /// Its capabilities.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub capabilities: Value,
    /// Those of the protocol, and what each permits the other side.
    pub permits: Vec<Permit>,
}

/// A capability of the protocol.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Permit {
    /// Where it stands, steps joined by dots.
    pub path: &'static str,
    /// What the other side may do with it.
    pub permits: &'static str,
    /// It belongs to a draft part of the protocol.
    pub draft: bool,
    /// The side has advertised it.
    pub advertised: bool,
}

/// A request that waits.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OpenRequest {
    /// Its frame.
    pub frame: u32,
    /// When it was read.
    pub t: f64,
    /// Its direction.
    pub dir: Dir,
    /// Its method.
    pub method: String,
    /// The session that it names.
    pub session: Option<String>,
}

/// What is known of a session.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct KnownSession {
    /// Its id.
    pub id: Option<String>,
    /// Its parent.
    pub parent: Option<String>,
    /// Its title.
    pub title: Option<String>,
    /// Its working directory.
    pub cwd: Option<String>,
    /// How it came to be known.
    pub origin: Option<&'static str>,
    /// The turn that runs.
    pub open_turn: Option<u32>,
    /// `currentModeId` and `availableModes`.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub mode: Option<Value>,
    /// `configOptions`.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub config: Option<Value>,
    /// `availableCommands`.
    #[cfg_attr(test, ts(type = "unknown"))]
    pub commands: Option<Value>,
    /// Its plans.
    #[cfg_attr(test, ts(type = "unknown[]"))]
    pub plans: Vec<Value>,
    /// Reports of use; of very many, those that a chart needs.
    pub usage: Vec<Usage>,
}

/// A report of use.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Usage {
    /// Its frame.
    pub frame: u32,
    /// When it was read.
    pub t: f64,
    /// Tokens in use.
    pub used: Option<f64>,
    /// Tokens that fit.
    pub size: Option<f64>,
    /// The sum so far.
    pub cost: Option<Cost>,
}
