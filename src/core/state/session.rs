//! What is known of one session: how it came to be, its turns, and the entities named in it.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::core::frame::{FrameNumber, Moment};
use crate::core::message::RequestId;
use crate::core::tree::Value;

use super::requests::kept;

/// Streamed text that is kept of the message that is being written, to recognise a repetition.
const RUN: usize = 64 << 10;
/// Notices that are remembered.
const NOTICES: usize = 200;

/// How the client came to know a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Origin {
    /// The result of `session/new`.
    New,
    /// The result of `session/fork`.
    Fork,
    /// A `session/load` request.
    Load,
    /// A `session/resume` request.
    Resume,
    /// A `subagent_update` of its parent.
    Child,
    /// The recording began later than the session.
    Before,
}

impl Origin {
    /// The word for it in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Origin::New => "new",
            Origin::Fork => "fork",
            Origin::Load => "load",
            Origin::Resume => "resume",
            Origin::Child => "child",
            Origin::Before => "before",
        }
    }
}

/// A prompt that waits for its response.
#[derive(Debug, Clone)]
pub struct Turn {
    /// Counted from 1 in the session.
    pub number: u32,
    /// The prompt's id.
    pub id: RequestId,
    /// The prompt's frame.
    pub frame: FrameNumber,
    /// The `session/cancel` that came while it was open.
    pub cancelled: Option<FrameNumber>,
    /// When that was.
    pub cancelled_at: Moment,
    /// The `session/close` or `session/archive` that came while it was open.
    pub closed: Option<FrameNumber>,
    /// An agent's frame of this session that came after the cancel.
    pub after_cancel: Option<FrameNumber>,
    /// A tool call was reported in it.
    pub reported_tools: bool,
    /// A file, terminal or permission request without a reported tool call was seen in it.
    pub unreported: Option<FrameNumber>,
}

/// A turn that is over.
#[derive(Debug, Clone)]
pub struct Ended {
    /// Its number.
    pub number: u32,
    /// The frame of the response.
    pub frame: FrameNumber,
    /// `stopReason`, or none for an error.
    pub stop: Option<String>,
}

/// A load that waits for its response.
#[derive(Debug, Clone)]
pub struct Replay {
    /// The request's frame.
    pub frame: FrameNumber,
    /// Updates of history so far.
    pub history: u32,
    /// Compactions replayed so far, in order.
    pub compactions: Vec<String>,
    /// A prompt was running when it began: what comes may be live.
    pub turn_open: bool,
}

/// A tool call.
#[derive(Debug, Clone)]
pub struct ToolCall {
    /// The frame that named it first.
    pub frame: FrameNumber,
    /// The frame of its `tool_call`, if there was one.
    pub created: Option<FrameNumber>,
    /// Named first by a permission request.
    pub by_permission: bool,
    /// The turn it was first seen in; 0 outside of turns.
    pub turn: u32,
    /// The replay that named it, if any.
    pub replayed: Option<FrameNumber>,
    /// An update without a `tool_call` before it was seen.
    pub updated_once: bool,
    /// A title is known.
    pub titled: bool,
    /// `name`.
    pub name: Option<String>,
    /// The last valid status.
    pub status: Option<String>,
    /// It has been in progress since the last grant, or at all.
    pub ran: bool,
    /// The answer to its last permission request, and the answer's frame.
    pub verdict: Option<(Verdict, FrameNumber)>,
}

impl ToolCall {
    /// It has come to an end.
    #[must_use]
    pub fn is_final(&self) -> bool {
        self.status.as_deref().is_some_and(is_final)
    }
}

/// Whether a tool call status is final.
#[must_use]
pub fn is_final(status: &str) -> bool {
    matches!(status, "completed" | "failed")
}

/// What the user said to a permission request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// An option of kind allow.
    Allowed,
    /// An option of kind reject.
    Rejected,
    /// The outcome `cancelled`.
    Cancelled,
}

/// A terminal of the client.
#[derive(Debug, Clone)]
pub struct Terminal {
    /// The frame of `terminal/create`.
    pub created: FrameNumber,
    /// `outputByteLimit`.
    pub limit: Option<u64>,
    /// The frame of `terminal/release`.
    pub released: Option<FrameNumber>,
    /// The frame of a successful kill.
    pub killed: Option<FrameNumber>,
    /// The frame that told of its exit.
    pub exited: Option<FrameNumber>,
    /// Bytes of output in the first answer after its exit was told by `wait_for_exit`.
    pub final_output: Option<usize>,
    /// The last output that was told whole, unless it is long.
    pub output: Option<String>,
    /// Tool content has shown it.
    pub embedded: bool,
}

/// A compaction.
#[derive(Debug, Clone)]
pub struct Compaction {
    /// The frame that named it first.
    pub frame: FrameNumber,
    /// Its last status.
    pub status: Option<String>,
    /// The frame of its last status.
    pub status_frame: FrameNumber,
    /// The replay it was last seen in.
    pub replay: Option<FrameNumber>,
    /// In the replay, it was in progress before.
    pub replayed_running: bool,
}

/// Whether a compaction status is final.
#[must_use]
pub fn compaction_ended(status: &str) -> bool {
    matches!(status, "completed" | "failed" | "cancelled")
}

/// A message that has an id.
#[derive(Debug, Clone)]
pub struct MessageSeen {
    /// Its first chunk.
    pub frame: FrameNumber,
    /// The kind of its first chunk.
    pub variant: String,
    /// Other kinds of chunks with its id.
    pub others: Vec<String>,
    /// The turn of its last chunk; 0 outside of turns.
    pub turn: u32,
    /// Turns that were over when its last chunk came.
    pub ended: u32,
}

/// A session-directed message, merged.
#[derive(Debug, Clone, Default)]
pub struct SessionMessage {
    /// Participants and references that are set.
    pub fields: BTreeMap<&'static str, String>,
}

/// The fields of a session-directed message that name its participants.
pub const PARTICIPANTS: [&str; 4] =
    ["senderSessionId", "recipientSessionId", "senderMessageId", "recipientMessageId"];

/// A draft cursor, merged.
#[derive(Debug, Clone, Default)]
pub struct Cursor {
    /// Its anchor.
    pub anchor: Value<'static>,
    /// Its capabilities.
    pub capabilities: Value<'static>,
    /// The frame of the anchor.
    pub frame: Option<FrameNumber>,
}

/// A session.
#[derive(Debug, Clone)]
pub struct Session {
    /// How it is known.
    pub origin: Origin,
    /// Since when.
    pub since: FrameNumber,
    /// A successful setup answer has come (always for new, fork and children).
    pub ready: bool,
    /// Its working directory.
    pub cwd: Option<String>,
    /// Its additional directories.
    pub directories: Vec<String>,
    /// The system prompt that it was created with.
    pub system_prompt: Option<Value<'static>>,
    /// The parent that announced it.
    pub parent: Option<String>,
    /// The current capabilities of a child.
    pub child_capabilities: Value<'static>,
    /// The frame that closed or deleted it.
    pub closed: Option<FrameNumber>,
    /// The first update of its history after that.
    pub after_close: Option<FrameNumber>,
    /// The turns that wait for their response.
    pub turns: Vec<Turn>,
    /// The last turn that is over.
    pub last_turn: Option<Ended>,
    /// Turns that did not end by themselves; their open tool calls are closed by the client.
    pub cancelled_turns: Vec<u32>,
    /// Turns begun.
    pub turn_count: u32,
    /// Turns over.
    pub ended_count: u32,
    /// History was streamed or a turn was had: a replay cannot be empty.
    pub has_history: bool,
    /// The load that is going on.
    pub replay: Option<Replay>,
    /// The frame of the last load's answer, until something else begins.
    pub loaded: Option<FrameNumber>,
    /// History came behind the last load's answer; told once.
    pub late_history: bool,
    /// The resume that is going on.
    pub resuming: Option<FrameNumber>,
    /// `modes` of the last setup result.
    pub modes: Option<Modes>,
    /// The last `current_mode_update`.
    pub mode_updated: Option<FrameNumber>,
    /// The last `config_option_update`.
    pub options_updated: Option<FrameNumber>,
    /// The last full list of config options.
    pub options: Option<Vec<Value<'static>>>,
    /// The frame of the setup answer that carried options, and whether the setup request had initial values.
    pub initial_options: Option<FrameNumber>,
    /// Tool calls by id.
    pub calls: HashMap<String, ToolCall>,
    /// Plans by id: whether they are there.
    pub plans: HashMap<String, bool>,
    /// The entries of the unnamed plan.
    pub plan: Vec<String>,
    /// Terminals by id.
    pub terminals: HashMap<String, Terminal>,
    /// Compactions by id.
    pub compactions: HashMap<String, Compaction>,
    /// Ids of compactions, in order.
    pub compaction_order: Vec<String>,
    /// Messages by id.
    pub messages: HashMap<String, MessageSeen>,
    /// Some chunk had an id.
    pub has_message_ids: bool,
    /// Hashes of notices.
    pub notices: Vec<(u64, FrameNumber)>,
    /// The last cost: amount and currency.
    pub cost: Option<(f64, String, FrameNumber)>,
    /// Session-directed messages by id.
    pub session_messages: HashMap<String, SessionMessage>,
    /// Draft cursors by id.
    pub cursors: HashMap<String, Cursor>,
    /// The title that the client set.
    pub title_set: Option<(String, FrameNumber)>,
    /// The run of chunks that is going on: variant, message id, text so far.
    pub run: Option<Run>,
}

/// Chunks of one message so far.
#[derive(Debug, Clone)]
pub struct Run {
    /// Their variant.
    pub variant: String,
    /// Their message id.
    pub id: Option<String>,
    /// Their text, unless it is too long.
    pub text: Option<String>,
    /// How many chunks.
    pub chunks: u32,
}

/// Modes of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Modes {
    /// The current one.
    pub current: Option<String>,
    /// The ones that can be chosen.
    pub available: Vec<String>,
}

impl Modes {
    /// The modes of a setup result, if they have a shape that readers understand.
    #[must_use]
    pub fn read(modes: &Value<'_>) -> Option<Modes> {
        let current = modes.get("currentModeId")?.as_str()?.to_owned();
        let available = modes.get("availableModes")?.as_array()?;
        let id = |mode: &Value<'_>| mode.get("id").and_then(Value::as_str).map(str::to_owned);
        Some(Modes { current: Some(current), available: available.iter().filter_map(id).collect() })
    }
}

impl Session {
    pub(super) fn new(origin: Origin, since: FrameNumber) -> Session {
        Session {
            origin,
            since,
            ready: matches!(origin, Origin::New | Origin::Fork | Origin::Child | Origin::Before),
            cwd: None,
            directories: Vec::new(),
            system_prompt: None,
            parent: None,
            child_capabilities: Value::Null,
            closed: None,
            after_close: None,
            turns: Vec::new(),
            last_turn: None,
            cancelled_turns: Vec::new(),
            turn_count: 0,
            ended_count: 0,
            has_history: false,
            replay: None,
            loaded: None,
            late_history: false,
            resuming: None,
            modes: None,
            mode_updated: None,
            options_updated: None,
            options: None,
            initial_options: None,
            calls: HashMap::new(),
            plans: HashMap::new(),
            plan: Vec::new(),
            terminals: HashMap::new(),
            compactions: HashMap::new(),
            compaction_order: Vec::new(),
            messages: HashMap::new(),
            has_message_ids: false,
            notices: Vec::new(),
            cost: None,
            session_messages: HashMap::new(),
            cursors: HashMap::new(),
            title_set: None,
            run: None,
        }
    }

    /// Whether the frames of it that the recording shows are all there are.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        matches!(self.origin, Origin::New | Origin::Child)
    }

    /// The number of the running turn, 0 if there is none.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.turns.last().map_or(0, |t| t.number)
    }

    /// The config option of this id in the last full list.
    #[must_use]
    pub fn option(&self, id: &str) -> Option<&Value<'static>> {
        self.options.as_ref()?.iter().find(|o| o.get("id").and_then(Value::as_str) == Some(id))
    }

    /// The option of category `mode`.
    #[must_use]
    pub fn mode_option(&self) -> Option<&Value<'static>> {
        let is_mode = |o: &&Value<'_>| o.get("category").and_then(Value::as_str) == Some("mode");
        self.options.as_ref()?.iter().find(is_mode)
    }

    /// The notice with the same words that was seen before.
    #[must_use]
    pub fn same_notice(&self, notice: &Value<'_>) -> Option<FrameNumber> {
        let wanted = notice_hash(notice);
        self.notices.iter().find(|(hash, _)| *hash == wanted).map(|(_, frame)| *frame)
    }

    pub(super) fn take_notice(&mut self, notice: &Value<'_>, frame: FrameNumber) {
        if self.notices.len() >= NOTICES {
            self.notices.remove(0);
        }
        self.notices.push((notice_hash(notice), frame));
    }

    pub(super) fn take_chunk(&mut self, variant: &str, update: &Value<'_>, frame: FrameNumber) {
        let id = update.get("messageId").and_then(Value::as_str);
        let text = update.get("content").and_then(|c| c.get("text")).and_then(Value::as_str);
        if let Some(id) = id {
            self.has_message_ids = true;
            let (turn, ended) = (self.turn(), self.ended_count);
            match self.messages.get_mut(id) {
                Some(seen) => {
                    seen.turn = turn;
                    seen.ended = ended;
                    if seen.variant != variant && !seen.others.iter().any(|v| v == variant) {
                        seen.others.push(variant.to_owned());
                    }
                }
                None => {
                    let variant = variant.to_owned();
                    let others = Vec::new();
                    let seen = MessageSeen { frame, variant, others, turn, ended };
                    self.messages.insert(id.to_owned(), seen);
                }
            }
        }
        match &mut self.run {
            Some(run) if run.variant == variant && run.id.as_deref() == id => {
                run.chunks += 1;
                run.text = match (run.text.take(), text) {
                    (Some(mut held), Some(more)) if held.len() + more.len() <= RUN => {
                        held.push_str(more);
                        Some(held)
                    }
                    _ => None,
                };
            }
            run => {
                let text = text.filter(|t| t.len() <= RUN).map(str::to_owned);
                let id = id.map(str::to_owned);
                *run = Some(Run { variant: variant.to_owned(), id, text, chunks: 1 });
            }
        }
    }

    /// It is deleted and will not come back: what is kept is what the end of the recording asks for.
    pub(super) fn bury(&mut self) {
        self.calls.retain(|_, call| !call.is_final());
        self.messages = HashMap::new();
        self.session_messages = HashMap::new();
        self.cursors = HashMap::new();
        self.plans = HashMap::new();
        self.plan = Vec::new();
        self.notices = Vec::new();
        self.run = None;
        self.options = None;
    }

    pub(super) fn take_options(&mut self, options: &Value<'_>) {
        if let Some(list) = options.as_array() {
            self.options = Some(list.iter().map(kept).collect());
        }
    }
}

fn notice_hash(notice: &Value<'_>) -> u64 {
    let mut hasher = DefaultHasher::new();
    for key in ["severity", "title", "description"] {
        notice.get(key).and_then(Value::as_str).hash(&mut hasher);
    }
    hasher.finish()
}

/// Updates that are part of a session's history, and so of a replay; all others are live state.
#[must_use]
pub fn is_history(variant: &str) -> bool {
    matches!(
        variant,
        "user_message_chunk"
            | "agent_message_chunk"
            | "agent_thought_chunk"
            | "tool_call"
            | "tool_call_update"
            | "plan"
            | "plan_update"
            | "plan_removed"
            | "compaction_update"
            | "compaction_summary_chunk"
            | "session_message"
            | "session_message_chunk"
    )
}
