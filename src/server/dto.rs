//! The JSON that the page and the server exchange: its shapes, and nothing else.
//!
//! These types belong to the page's API. They are neither the database's rows nor the core's values;
//! the server converts. `web/src/api/types.gen.ts` is generated from this file and a test keeps it fresh.
//! All times are seconds as floating point numbers, all sizes bytes.

pub mod timeline;

use serde::Serialize;
#[cfg(test)]
use ts_rs::TS;

/// Which way bytes went: `c2a` client to agent, `a2c` agent to client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Dir {
    /// Client to agent.
    C2a,
    /// Agent to client.
    A2c,
}

/// The name that a program gives itself in `initialize`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Peer {
    /// `name`, for programs.
    pub name: Option<String>,
    /// `title`, for people.
    pub title: Option<String>,
    /// `version`, as it was sent.
    pub version: Option<String>,
}

/// Where a recording's bytes come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// The proxy recorded them.
    Run,
    /// The proxy recorded them in `acp-scope demo`.
    Demo,
    /// A file was imported.
    Import,
}

/// What is going on with a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Phase {
    /// Its proxy is running.
    Live,
    /// The conversation has ended and all of it is indexed.
    Ended,
    /// The proxy was killed; all that it had recorded is indexed.
    Killed,
}

/// One recording, as the list shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Recording {
    /// Short number, unique in this database.
    #[cfg_attr(test, ts(type = "number"))]
    pub number: i64,
    /// Globally unique id.
    pub uuid: String,
    /// A name given by the user.
    pub name: Option<String>,
    /// Put on it by the user, in order.
    pub tags: Vec<String>,
    /// Where it comes from.
    pub origin: Origin,
    /// What is going on with it.
    pub phase: Phase,
    /// The agent's command line, empty for imports.
    pub command: Vec<String>,
    /// The folder in which the agent was started.
    pub cwd: Option<String>,
    /// What the client calls itself.
    pub client: Option<Peer>,
    /// What the agent calls itself.
    pub agent: Option<Peer>,
    /// The negotiated protocol version as JSON, `1` in most cases.
    pub protocol_version: Option<String>,
    /// RFC 3339 with milliseconds, UTC; absent when an imported file does not tell.
    pub started_at: Option<String>,
    /// Seconds from start to end, or to the last frame so far.
    pub duration: f64,
    /// How it ended, in words (`exit code 0`, `killed by signal 9`).
    pub ended: Option<String>,
    /// Frames of both directions.
    #[cfg_attr(test, ts(type = "number"))]
    pub frames: i64,
    /// Bytes of both directions.
    #[cfg_attr(test, ts(type = "number"))]
    pub bytes: i64,
    /// Lines that the agent wrote to stderr.
    #[cfg_attr(test, ts(type = "number"))]
    pub stderr_lines: i64,
    /// Frames with something odd about their form.
    #[cfg_attr(test, ts(type = "number"))]
    pub problems: i64,
    /// What is missing from the recording and why, in words.
    pub missing: Option<String>,
    /// Findings by severity; absent as long as the recording is not judged.
    pub found: Option<Found>,
    /// How often its bookmarks have changed.
    #[cfg_attr(test, ts(type = "number"))]
    pub marks_changed: i64,
}

/// A secret that is replaced in what is shared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Redaction {
    /// What stands in its place.
    pub placeholder: String,
    /// How often.
    #[cfg_attr(test, ts(type = "number"))]
    pub times: u64,
    /// In which frames, in order.
    pub frames: Vec<u32>,
    /// In other places: what is told of the recording itself, lines of stderr.
    #[cfg_attr(test, ts(type = "number"))]
    pub elsewhere: u64,
}

/// What came of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Imported {
    /// The recordings that were made of it.
    #[cfg_attr(test, ts(type = "number[]"))]
    pub numbers: Vec<i64>,
}

/// A filter that is kept by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SavedFilter {
    /// What it is called.
    pub name: String,
    /// In the filter language.
    pub filter: String,
}

/// Findings by severity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Found {
    /// A MUST is broken.
    pub errors: u32,
    /// A SHOULD is broken, or a MUST as far as the recording can tell.
    pub warnings: u32,
    /// Worth knowing, no fault.
    pub infos: u32,
}

/// How much a finding weighs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Worth knowing, no fault.
    Info,
    /// A SHOULD is broken, or a MUST as far as the recording can tell.
    Warning,
    /// A MUST is broken.
    Error,
}

/// The side that broke a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The client.
    Client,
    /// The agent.
    Agent,
}

/// A violation of the protocol, or something worth knowing, at its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Finding {
    /// The rule's id, `group/what-is-wrong`.
    pub rule: String,
    /// How much it weighs.
    pub severity: Severity,
    /// Who is at fault.
    pub side: Side,
    /// The frame at fault.
    #[cfg_attr(test, ts(type = "number"))]
    pub frame: i64,
    /// JSON pointer into the frame, empty for all of it.
    pub pointer: String,
    /// One plain sentence.
    pub message: String,
    /// Frames that show why.
    #[cfg_attr(test, ts(type = "Array<number>"))]
    pub related: Vec<i64>,
    /// The session that it is about.
    pub session: Option<String>,
    /// The broken rule belongs to a draft part of the protocol.
    pub draft: bool,
    /// What has to be so.
    pub requirement: Option<String>,
    /// What to do.
    pub fix: Option<String>,
    /// The page of the specification.
    pub link: Option<String>,
}

/// What kind of JSON-RPC message a frame is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Has `method` and `id`.
    Request,
    /// Has `result` and `id`.
    Response,
    /// Has `error`.
    Error,
    /// Has `method` and no `id`.
    Notification,
    /// A JSON array of messages.
    Batch,
    /// Not a JSON-RPC message.
    Invalid,
}

/// One frame, as the list shows it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FrameRow {
    /// Frame number, from 1, both directions together.
    #[cfg_attr(test, ts(type = "number"))]
    pub n: i64,
    /// When its last byte was read, seconds since the recording's start.
    pub t: f64,
    /// Seconds between its first and its last byte, mostly 0.
    pub span: f64,
    /// Which way it went.
    pub dir: Dir,
    /// JSON-RPC kind.
    pub kind: Kind,
    /// The method; of a response, that of the request that it answers.
    pub method: Option<String>,
    /// The `sessionUpdate` variant.
    pub update: Option<String>,
    /// The JSON-RPC id as JSON text, so that `1` and `"1"` differ.
    pub id: Option<String>,
    /// The ACP session id.
    pub session: Option<String>,
    /// Bytes, without the line end.
    #[cfg_attr(test, ts(type = "number"))]
    pub size: i64,
    /// The other half: a request's response, a response's request.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub pair: Option<i64>,
    /// Seconds between request and response, on both.
    pub latency: Option<f64>,
    /// What is odd about its form, in words.
    pub problem: Option<String>,
    /// It ended without a line end.
    pub unterminated: bool,
    /// A few words from its content: text, title, path, status.
    pub preview: Option<String>,
    /// The gravest finding about it.
    pub severity: Option<Severity>,
    /// It stands for itself and the frames behind it, which are pieces of one text.
    pub run: Option<Run>,
}

/// Frames that are folded into one row.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Run {
    /// Number of the last.
    #[cfg_attr(test, ts(type = "number"))]
    pub last: i64,
    /// When it was read; absent for very long runs.
    pub t: Option<f64>,
    /// Bytes of all of them; absent for very long runs.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub size: Option<i64>,
}

/// A window of a recording's frames.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FramesPage {
    /// Frames in the recording now.
    #[cfg_attr(test, ts(type = "number"))]
    pub total: i64,
    /// Frames in ascending order.
    pub rows: Vec<FrameRow>,
    /// With a filter: what is known of the frames that pass.
    pub matches: Option<Matches>,
}

/// The frames that pass a filter, in the order of their numbers. While a recording is live and while the search
/// goes on, frames are added at the end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Matches {
    /// Rows so far: frames that pass, pieces of one text folded into one row where that was asked for.
    #[cfg_attr(test, ts(type = "number"))]
    pub rows: i64,
    /// Frames that pass so far.
    #[cfg_attr(test, ts(type = "number"))]
    pub count: i64,
    /// The place of the first row of the window among all rows, from 1.
    #[cfg_attr(test, ts(type = "number"))]
    pub from: i64,
    /// The last frame that was looked at.
    #[cfg_attr(test, ts(type = "number"))]
    pub reached: i64,
    /// All frames were looked at; if not, ask again.
    pub done: bool,
    /// Another number: answers or findings have come since, and places have changed.
    pub version: u32,
}

/// What a filter means, for the box in which it is typed (`GET /api/filter`). Places are counted as JavaScript counts
/// them, in UTF-16 units.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FilterCheck {
    /// The filter in its canonical form, if it is one.
    pub canonical: Option<String>,
    /// What is wrong with it.
    pub fault: Option<FilterFault>,
    /// The texts that it looks for, to be shown where they are found.
    pub searched: Vec<String>,
    /// What may be typed at the cursor, if a cursor was given.
    pub completions: Option<FilterCompletions>,
}

/// Why a text is no filter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FilterFault {
    /// Where the part at fault begins.
    pub from: u32,
    /// Where it ends; the same as `from` where something is missing.
    pub to: u32,
    /// What is wrong.
    pub message: String,
    /// What may stand there.
    pub expected: String,
    /// What to write in place of the part at fault.
    pub suggestion: Option<String>,
}

/// What may be typed at the cursor.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FilterCompletions {
    /// Where the part begins that a choice replaces.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// The choices, best first.
    pub items: Vec<FilterCompletion>,
}

/// One thing that may be typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FilterCompletion {
    /// What stands there when it is taken.
    pub text: String,
    /// What it is.
    pub detail: String,
    /// More is to be typed behind it.
    pub open: bool,
}

/// Why no frame passes, term by term (`GET /api/recordings/{number}/why`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FilterWhy {
    /// The terms that must all hold, in their order.
    pub terms: Vec<WhyTerm>,
    /// Counting stops here: a count of so many means "or more".
    pub most: u32,
}

/// A term of a filter with the frames that pass it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct WhyTerm {
    /// Its text.
    pub text: String,
    /// Frames that pass this term alone.
    pub alone: u32,
    /// Frames that pass all the others; absent for the only term.
    pub without: Option<u32>,
    /// The filter without it.
    pub rest: String,
}

/// Frames of all recordings that pass a filter, newest recording first (`GET /api/search`).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SearchPage {
    /// What was found.
    pub hits: Vec<SearchHit>,
    /// To be given as `after` to go on; absent when everything was looked at.
    pub next: Option<String>,
    /// Recordings that were looked at to their end, with the pages before.
    pub searched: u32,
    /// Recordings that there are.
    pub recordings: u32,
    /// Frames that the index for searching does not have yet: they are read through, which takes longer.
    #[cfg_attr(test, ts(type = "number"))]
    pub unindexed: i64,
}

/// A frame that was found.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct SearchHit {
    /// The recording's number.
    #[cfg_attr(test, ts(type = "number"))]
    pub recording: i64,
    /// What the recording is called.
    pub title: String,
    /// The frame.
    pub row: FrameRow,
    /// The text around the first hit, if a text was looked for.
    pub excerpt: Option<Excerpt>,
}

/// A piece of text with a hit in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Excerpt {
    /// What stands before the hit.
    pub before: String,
    /// The hit.
    pub hit: String,
    /// What stands behind it.
    pub after: String,
}

/// A frame in words (`GET /api/recordings/{number}/frames/{frame}/explain`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Explained {
    /// What it is, in a sentence or two. Words between backquotes are names of the protocol.
    pub what: String,
    /// When it may be sent.
    pub when: Option<String>,
    /// On which condition.
    pub condition: Option<String>,
    /// What may come next.
    pub next: Option<String>,
    /// The page of the specification.
    pub link: Option<String>,
    /// The fields that are there, by type.
    pub groups: Vec<ExplainedGroup>,
}

/// A type of the protocol that occurs in a frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ExplainedGroup {
    /// Its name in the schema; empty for the envelope.
    pub of: String,
    /// What it is.
    pub what: String,
    /// Where the first of it stands, as a JSON pointer.
    pub pointer: String,
    /// How many of it there are.
    pub times: u32,
    /// Its fields, in the order of the frame.
    pub fields: Vec<ExplainedField>,
}

/// A field that occurs in a frame.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ExplainedField {
    /// Its name.
    pub name: String,
    /// Where it stands for the first time, as a JSON pointer.
    pub pointer: String,
    /// What it means; absent for a field that the protocol does not know.
    pub meaning: Option<String>,
    /// The value that stands there, cut short.
    pub value: String,
    /// What this value means.
    pub value_meaning: Option<String>,
    /// Only the draft protocol has it.
    pub draft: bool,
}

/// A name of the protocol in words (`GET /api/explain/{name}`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Meaning {
    /// The name.
    pub name: String,
    /// `method`, `variant`, `type` or `rule`.
    pub kind: String,
    /// Titles and sentences, in their order.
    pub lines: Vec<MeaningLine>,
    /// The page of the specification.
    pub link: Option<String>,
}

/// A sentence about a name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct MeaningLine {
    /// What it is about: a word, or a field.
    pub title: String,
    /// The sentence.
    pub text: String,
}

/// What the user has marked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Bookmark {
    /// The frame; of an item of the timeline, its first.
    pub frame: u32,
    /// The item.
    pub item: Option<String>,
    /// What the user says about it.
    pub note: Option<String>,
    /// RFC 3339.
    pub made_at: String,
}

/// One frame, for the inspector.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FrameDetail {
    /// What the list shows of it.
    pub row: FrameRow,
    /// Its text when the bytes are UTF-8, the first megabyte at most.
    pub text: Option<String>,
    /// The same bytes in base64 when they are not UTF-8.
    pub base64: Option<String>,
    /// `text` or `base64` stops before the end of the frame.
    pub cut: bool,
    /// The messages of a batch, described.
    pub batch: Vec<BatchItem>,
    /// The findings about it.
    pub findings: Vec<Finding>,
}

/// One message of a batch frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct BatchItem {
    /// JSON-RPC kind.
    pub kind: Kind,
    /// The method, or that of the request that it answers.
    pub method: Option<String>,
    /// The JSON-RPC id as JSON text.
    pub id: Option<String>,
    /// The frame that holds the other half.
    #[cfg_attr(test, ts(type = "number | null"))]
    pub pair: Option<i64>,
}

/// A line that the agent wrote to stderr.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct StderrLine {
    /// When its last byte was read, seconds since the recording's start.
    pub t: f64,
    /// The number of the last frame before it.
    #[cfg_attr(test, ts(type = "number"))]
    pub after_frame: i64,
    /// The line; bytes that are not UTF-8 are replaced.
    pub text: String,
}

/// One message of the live stream (`GET /api/live`): what has changed since the one before.
/// The first one names every recording that is live. The page fetches what it shows.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct LiveTick {
    /// Recordings whose row has changed or that are new.
    pub changed: Vec<Recording>,
    /// Numbers of recordings that are gone.
    #[cfg_attr(test, ts(type = "Array<number>"))]
    pub deleted: Vec<i64>,
}

/// What the server is, for the page's foot and for diagnosis.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct About {
    /// Version of acp-scope.
    pub version: String,
    /// Path of the database.
    pub database: String,
    /// Which rule set findings are made by, and from when.
    pub rule_set: Dated,
    /// Which knowledge of the protocol the rules rest on, and from when.
    pub protocol: Dated,
}

/// A version and its day.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Dated {
    /// The version.
    pub version: String,
    /// `YYYY-MM-DD`.
    pub date: String,
}

/// How busy a recording was, for the scrubber: time from left to right, with idle stretches cut out.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Density {
    /// Frames that are counted.
    #[cfg_attr(test, ts(type = "number"))]
    pub frames: i64,
    /// The stretches of time that are shown, in order; between two of them time is cut.
    pub stretches: Vec<Stretch>,
    /// Into how many equal parts the width is divided.
    pub buckets: usize,
    /// The parts in which something crossed, in order.
    pub busy: Vec<Bucket>,
    /// Frames with findings.
    pub found: Vec<FoundFrame>,
}

/// A stretch of time and its place in the width.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Stretch {
    /// When it begins.
    pub from_t: f64,
    /// When it ends.
    pub to_t: f64,
    /// Where it begins, from 0 to 1.
    pub from_x: f64,
    /// Where it ends.
    pub to_x: f64,
}

/// What crossed in one part of the width.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Bucket {
    /// Which part, from 0.
    pub index: usize,
    /// Its first frame.
    #[cfg_attr(test, ts(type = "number"))]
    pub first: i64,
    /// Its last frame.
    #[cfg_attr(test, ts(type = "number"))]
    pub last: i64,
    /// When the first frame was read.
    pub from_t: f64,
    /// When the last frame was read.
    pub to_t: f64,
    /// Frames from client to agent.
    #[cfg_attr(test, ts(type = "number"))]
    pub c2a: u64,
    /// Frames from agent to client.
    #[cfg_attr(test, ts(type = "number"))]
    pub a2c: u64,
    /// Bytes from client to agent.
    #[cfg_attr(test, ts(type = "number"))]
    pub c2a_bytes: u64,
    /// Bytes from agent to client.
    #[cfg_attr(test, ts(type = "number"))]
    pub a2c_bytes: u64,
}

/// A frame with findings.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct FoundFrame {
    /// Its number.
    #[cfg_attr(test, ts(type = "number"))]
    pub frame: i64,
    /// The gravest of them.
    pub severity: Severity,
    /// When it was read.
    pub t: f64,
}

/// Frames as columns, for drawings of many. Names and sessions are indexes into lists; null where there is none.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Columns {
    /// Frames in the recording now.
    #[cfg_attr(test, ts(type = "number"))]
    pub total: i64,
    /// Number of the first frame that is given; the others follow without a gap.
    #[cfg_attr(test, ts(type = "number"))]
    pub from: i64,
    /// Methods and `sessionUpdate` values.
    pub names: Vec<String>,
    /// Session ids.
    pub sessions: Vec<String>,
    /// When each frame was read.
    pub t: Vec<f64>,
    /// Directions: 0 client to agent, 1 agent to client.
    pub dir: Vec<u8>,
    /// JSON-RPC kinds: 0 invalid, 1 request, 2 response, 3 error, 4 notification, 5 batch.
    pub kind: Vec<u8>,
    /// Methods; of a response, that of its request.
    pub method: Vec<Option<u32>>,
    /// `sessionUpdate` values.
    pub update: Vec<Option<u32>>,
    /// Sessions.
    pub session: Vec<Option<u32>>,
    /// Bytes.
    #[cfg_attr(test, ts(type = "Array<number>"))]
    pub size: Vec<u64>,
    /// Numbers of the other halves.
    pub pair: Vec<Option<u32>>,
    /// Seconds between request and response.
    pub latency: Vec<Option<f64>>,
}

/// Every refusal of the API, as `application/problem+json` (RFC 9457).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Problem {
    /// Which kind of problem, for programs: `urn:acp-scope:problem:` and a word of docs/api.md.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in words, always the same ones.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What went wrong here and what to do, one sentence.
    pub detail: String,
}

/// A rule (`GET /api/rules/{id}`).
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Rule {
    /// Its id.
    pub id: String,
    /// How much a finding of it weighs, unless the finding says otherwise.
    pub severity: Severity,
    /// `client`, `agent` or `both`.
    pub binds: String,
    /// It is about a draft part of the protocol.
    pub draft: bool,
    /// The version of acp-scope that had it first.
    pub since: String,
    /// What has to be so.
    pub requirement: String,
    /// Why it matters.
    pub why: String,
    /// What to do.
    pub fix: String,
    /// The page of the specification.
    pub link: String,
    /// Conversations that break it.
    pub wrong: Vec<Vec<ExampleFrame>>,
    /// Conversations that come near and do not.
    pub right: Vec<Vec<ExampleFrame>>,
}

/// A frame of an example.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct ExampleFrame {
    /// Who sends it; absent for what is no frame, which is told in words.
    pub dir: Option<Dir>,
    /// The frame as it crosses the wire, or the words.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// All types as TypeScript, in the order of their names.
    fn generated() -> String {
        fn of<T: TS>(config: &ts_rs::Config) -> (String, String) {
            let docs = T::docs().unwrap_or_default();
            (T::name(config), format!("{docs}export {}\n", T::decl(config)))
        }
        let config = ts_rs::Config::default();
        let mut types = [
            of::<About>(&config),
            of::<Problem>(&config),
            of::<Rule>(&config),
            of::<ExampleFrame>(&config),
            of::<BatchItem>(&config),
            of::<Dated>(&config),
            of::<Bucket>(&config),
            of::<Columns>(&config),
            of::<Density>(&config),
            of::<Bookmark>(&config),
            of::<Excerpt>(&config),
            of::<Explained>(&config),
            of::<ExplainedField>(&config),
            of::<ExplainedGroup>(&config),
            of::<FilterCheck>(&config),
            of::<FilterCompletion>(&config),
            of::<FilterCompletions>(&config),
            of::<FilterFault>(&config),
            of::<FilterWhy>(&config),
            of::<Matches>(&config),
            of::<Meaning>(&config),
            of::<MeaningLine>(&config),
            of::<SavedFilter>(&config),
            of::<Imported>(&config),
            of::<Redaction>(&config),
            of::<SearchHit>(&config),
            of::<SearchPage>(&config),
            of::<WhyTerm>(&config),
            of::<Dir>(&config),
            of::<Finding>(&config),
            of::<Found>(&config),
            of::<FoundFrame>(&config),
            of::<FrameDetail>(&config),
            of::<FrameRow>(&config),
            of::<FramesPage>(&config),
            of::<Kind>(&config),
            of::<LiveTick>(&config),
            of::<Origin>(&config),
            of::<Peer>(&config),
            of::<Phase>(&config),
            of::<Recording>(&config),
            of::<Run>(&config),
            of::<Severity>(&config),
            of::<Side>(&config),
            of::<StderrLine>(&config),
            of::<timeline::Sessions>(&config),
            of::<timeline::Session>(&config),
            of::<timeline::Turn>(&config),
            of::<timeline::Spent>(&config),
            of::<timeline::Shares>(&config),
            of::<timeline::SpentPiece>(&config),
            of::<timeline::TurnsPage>(&config),
            of::<timeline::TurnPlaces>(&config),
            of::<timeline::Steps>(&config),
            of::<timeline::Calls>(&config),
            of::<timeline::Marks>(&config),
            of::<timeline::TurnMark>(&config),
            of::<timeline::TimeSpan>(&config),
            of::<timeline::CompactionMark>(&config),
            of::<timeline::Cost>(&config),
            of::<timeline::Span>(&config),
            of::<timeline::TimelinePage>(&config),
            of::<timeline::Item>(&config),
            of::<timeline::StatusChange>(&config),
            of::<timeline::Patches>(&config),
            of::<timeline::Patch>(&config),
            of::<timeline::Ignored>(&config),
            of::<timeline::FramePlaces>(&config),
            of::<timeline::FramePlace>(&config),
            of::<timeline::Known>(&config),
            of::<timeline::KnownConnection>(&config),
            of::<timeline::Introduced>(&config),
            of::<timeline::Permit>(&config),
            of::<timeline::OpenRequest>(&config),
            of::<timeline::KnownSession>(&config),
            of::<timeline::Usage>(&config),
            of::<Stretch>(&config),
        ];
        types.sort();
        let types: Vec<String> = types.into_iter().map(|(_, text)| text).collect();
        format!(
            "// Generated from src/server/dto.rs. Do not edit: run\n\
             // `UPDATE_TYPES=1 cargo test --lib dto` instead.\n\n{}",
            types.join("\n")
        )
    }

    #[test]
    fn the_types_of_the_page_are_fresh() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("web/src/api/types.gen.ts");
        let generated = generated();
        if std::env::var_os("UPDATE_TYPES").is_some() {
            std::fs::write(&path, &generated).unwrap();
        }
        let committed = std::fs::read_to_string(&path).unwrap();
        assert!(
            committed == generated,
            "web/src/api/types.gen.ts is stale: run `UPDATE_TYPES=1 cargo test --lib dto`"
        );
        // A type that is not listed above would be missing from the file.
        let declared = [include_str!("dto.rs"), include_str!("dto/timeline.rs")]
            .iter()
            .flat_map(|text| text.lines())
            .filter(|l| l.ends_with("derive(TS))]"))
            .count();
        assert_eq!(generated.matches("export type ").count(), declared);
    }
}
