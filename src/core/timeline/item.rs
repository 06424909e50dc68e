//! What a timeline is made of: items, and the steps by which frames made them.
//!
//! An item knows which frames made it and how each took part, and nothing of what they said: contents stay
//! where the frames are. That keeps a timeline small, and makes every moment of the past as cheap as the
//! present (see [`build`](super::build)).

use serde::{Deserialize, Serialize};

use super::Origin;
use crate::core::frame::{Dir, FrameNumber, Moment};

/// What kind of thing an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ItemKind {
    /// What the user said: a prompt, or chunks of it.
    UserMessage,
    /// What the agent said.
    AgentMessage,
    /// What the agent thought.
    Thought,
    /// A tool call.
    ToolCall,
    /// A plan.
    Plan,
    /// A context compaction.
    Compaction,
    /// An advisory notice: a live event.
    Notice,
    /// A permission request and its answer.
    Permission,
    /// An elicitation and its answer.
    Elicitation,
    /// The session's mode.
    Mode,
    /// The session's configuration options.
    Config,
    /// The commands that the agent offers.
    Commands,
    /// Title and time of last change.
    SessionInfo,
    /// Use of the context window, and cost.
    Usage,
    /// A message to or from another session.
    SessionMessage,
    /// A child session.
    Subagent,
    /// A draft cursor.
    Cursor,
    /// The prompts that the agent suggests (draft).
    Suggestions,
    /// What the agent is doing (version 2).
    State,
    /// Another call of the protocol and its answer; all calls about one terminal.
    Request,
    /// A call beyond the protocol, marked as such by its name.
    Extension,
    /// What is not understood: shown as its frame.
    Unknown,
}

impl ItemKind {
    /// The word for it in JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::UserMessage => "user_message",
            Self::AgentMessage => "agent_message",
            Self::Thought => "thought",
            Self::ToolCall => "tool_call",
            Self::Plan => "plan",
            Self::Compaction => "compaction",
            Self::Notice => "notice",
            Self::Permission => "permission",
            Self::Elicitation => "elicitation",
            Self::Mode => "mode",
            Self::Config => "config",
            Self::Commands => "commands",
            Self::SessionInfo => "session_info",
            Self::Usage => "usage",
            Self::SessionMessage => "session_message",
            Self::Subagent => "subagent",
            Self::Cursor => "cursor",
            Self::Suggestions => "prompt_suggestions",
            Self::State => "state",
            Self::Request => "request",
            Self::Extension => "extension",
            Self::Unknown => "unknown",
        }
    }

    /// A compaction that stands behind it has it in its summary: what was said and done, not what merely holds.
    #[must_use]
    pub fn is_compacted(self) -> bool {
        matches!(
            self,
            Self::UserMessage
                | Self::AgentMessage
                | Self::Thought
                | Self::ToolCall
                | Self::Plan
                | Self::Compaction
                | Self::Permission
                | Self::Elicitation
                | Self::SessionMessage
                | Self::Request
        )
    }

    /// It belongs to the conversation's history. Notices do not: they are events of their moment.
    #[must_use]
    pub fn is_history(self) -> bool {
        self != Self::Notice
    }
}

/// How a frame takes part in an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Op {
    /// An update that gives the whole entity: what it leaves out takes its default.
    Replace,
    /// An update that changes the fields that it names.
    Patch,
    /// A block is appended.
    Append,
    /// A replay gives a known message again: its content begins anew with this block.
    Restart,
    /// The agent repeats the prompt: nothing new but, perhaps, the message's id.
    Echo,
    /// The request that the item is.
    Ask,
    /// The answer to it.
    Answer,
    /// The response that ends the turn.
    EndTurn,
    /// A permission request's view of its tool call.
    Asked,
    /// The result of a setup request.
    Setup,
    /// The answer to a request that changes the item (`session/set_mode` and its like).
    Changed,
    /// A plan is removed.
    Remove,
    /// The client closes the tool call on its side: `session/cancel`.
    Cancel,
    /// The sender takes its request back (`$/cancel_request`).
    Withdraw,
    /// The elicitation's page is done.
    Complete,
    /// A later call about the same terminal.
    Call,
    /// The answer to a later call about the same terminal.
    CallAnswer,
    /// It names the item, but readers cannot decode it: it changes nothing.
    Refused,
    /// A frame shown as it is.
    Whole,
}

/// The status of a tool call, as far as spans need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
pub enum Status {
    /// The step says nothing of it.
    #[default]
    Unsaid,
    /// Waiting.
    Pending,
    /// Running.
    InProgress,
    /// Done.
    Completed,
    /// Failed.
    Failed,
}

impl Status {
    /// The status of this name.
    #[must_use]
    pub fn named(name: &str) -> Status {
        match name {
            "pending" => Status::Pending,
            "in_progress" => Status::InProgress,
            "completed" => Status::Completed,
            "failed" => Status::Failed,
            _ => Status::Unsaid,
        }
    }

    /// Nothing is expected to follow.
    #[must_use]
    pub fn is_final(self) -> bool {
        matches!(self, Status::Completed | Status::Failed)
    }
}

/// One frame's part in an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The frame.
    pub frame: FrameNumber,
    /// For an answer: the request's frame. 0 otherwise.
    pub with: u32,
    /// The place in a batch, from 1; 0 for a frame of its own.
    pub part: u16,
    /// How it takes part.
    pub op: Op,
    /// For a tool call: the status that it sets.
    pub status: Status,
}

/// One thing that happened or came to be in a session.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// What it is.
    pub kind: ItemKind,
    /// Its id in the protocol, as it was known when the item came to be.
    pub id: Option<Box<str>>,
    /// The turn in which it came to be, from 1; 0 outside of turns.
    pub turn: u32,
    /// It came to be in a replay.
    pub replay: bool,
    /// The item that it happened inside of, by its place in the session.
    pub parent: Option<u32>,
    /// When it came to be.
    pub t: Moment,
    /// The frames that made it, in order, at least one.
    pub steps: Vec<Step>,
}

impl Item {
    /// The frame that made it.
    #[must_use]
    pub fn first(&self) -> FrameNumber {
        self.steps.first().map_or(FrameNumber(0), |s| s.frame)
    }

    /// Its steps up to a frame.
    #[must_use]
    pub fn until(&self, at: FrameNumber) -> &[Step] {
        &self.steps[..self.steps.partition_point(|s| s.frame <= at)]
    }
}

/// A stretch of time that an item took within a turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Span {
    /// The item, by its place in the session.
    pub item: u32,
    /// The frame that began it.
    pub frame: FrameNumber,
    /// When that was.
    pub from: Moment,
    /// The frame that ended it, and when.
    pub to: Option<(FrameNumber, Moment)>,
}

/// How a turn ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The frame of the response.
    pub frame: FrameNumber,
    /// Its place in a batch, from 1; 0 for a frame of its own.
    pub part: u16,
    /// When it was read.
    pub t: Moment,
    /// `stopReason`.
    pub stop: Option<String>,
    /// Code and message of an error.
    pub error: Option<String>,
}

/// From a prompt to its response; in version 2 to the agent's idle state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Turn {
    /// Counted from 1 in its session.
    pub number: u32,
    /// The prompt's frame.
    pub frame: FrameNumber,
    /// When it was read.
    pub t: Moment,
    /// The prompt, by its place in the session.
    pub item: u32,
    /// The first `session/cancel` in it.
    pub cancel: Option<(FrameNumber, Moment)>,
    /// Its end.
    pub end: Option<End>,
    /// The agent's first update.
    pub first_update: Option<(FrameNumber, Moment)>,
    /// The agent's first words to the user.
    pub first_text: Option<(FrameNumber, Moment)>,
    /// The frames of updates in it.
    pub updates: Vec<FrameNumber>,
    /// Its tool calls, from creation to their final status.
    pub tools: Vec<Span>,
    /// Permissions and elicitations: the human's time.
    pub waits: Vec<Span>,
    /// Requests that the client works on: files and terminals.
    pub calls: Vec<Span>,
}

impl Turn {
    /// It has ended at a frame.
    #[must_use]
    pub fn is_over(&self, at: FrameNumber) -> bool {
        self.end.as_ref().is_some_and(|end| end.frame <= at)
    }
}

/// A stretch of time in which nothing crossed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Silence {
    /// The frame that ended it.
    pub frame: FrameNumber,
    /// From when.
    pub from: Moment,
    /// Until when.
    pub to: Moment,
}

/// A report of `usage_update`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UsagePoint {
    /// Its frame.
    pub frame: FrameNumber,
    /// When it was read.
    pub t: Moment,
    /// Tokens in use.
    pub used: Option<f64>,
    /// Tokens that fit.
    pub size: Option<f64>,
    /// Amount and currency, if given.
    pub cost: Option<(f64, String)>,
    /// It has a `_meta`.
    pub meta: bool,
}

/// A compaction's status was told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compacted {
    /// By this frame.
    pub frame: FrameNumber,
    /// When it was read.
    pub t: Moment,
    /// Of this item.
    pub item: u32,
    /// It is `completed`.
    pub completed: bool,
}

/// A session, and everything that happened in it, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Session {
    /// Its id; none for what belongs to the connection.
    pub id: Option<Box<str>>,
    /// The frame that first spoke of it.
    pub first: FrameNumber,
    /// When that was.
    pub t: Moment,
    /// How it came to be known: the latest that holds at a frame counts.
    pub origins: Vec<(FrameNumber, Origin)>,
    /// The session that announced it or that it was forked from.
    pub parents: Vec<(FrameNumber, Box<str>)>,
    /// Its working directory.
    pub cwds: Vec<(FrameNumber, Box<str>)>,
    /// What happened, each item where its first frame put it.
    pub items: Vec<Item>,
    /// Its turns.
    pub turns: Vec<Turn>,
    /// Reports of use.
    pub usage: Vec<UsagePoint>,
    /// Statuses of compactions.
    pub compacted: Vec<Compacted>,
    /// The steps about each terminal, by the item that shows it.
    pub terminals: Vec<(Box<str>, u32)>,
    /// The frames about it, first and last.
    pub last: FrameNumber,
}

impl Session {
    pub(super) fn new(id: Option<&str>, first: FrameNumber, t: Moment) -> Session {
        Session {
            id: id.map(Into::into),
            first,
            t,
            origins: Vec::new(),
            parents: Vec::new(),
            cwds: Vec::new(),
            items: Vec::new(),
            turns: Vec::new(),
            usage: Vec::new(),
            compacted: Vec::new(),
            terminals: Vec::new(),
            last: first,
        }
    }

    /// How many items there are at a frame.
    #[must_use]
    pub fn items_at(&self, at: FrameNumber) -> usize {
        self.items.partition_point(|i| i.first() <= at)
    }

    /// The latest entry of a dated list at a frame.
    pub fn dated<T>(list: &[(FrameNumber, T)], at: FrameNumber) -> Option<&T> {
        list.iter().rev().find(|(frame, _)| *frame <= at).map(|(_, value)| value)
    }

    /// The last item that a completed compaction stands behind, at a frame: items before it are compacted
    /// away.
    #[must_use]
    pub fn compacted_until(&self, at: FrameNumber) -> Option<u32> {
        let told = self.compacted.iter().filter(|c| c.frame <= at);
        let mut latest: Vec<(u32, bool)> = Vec::new();
        for c in told {
            match latest.iter_mut().find(|(item, _)| *item == c.item) {
                Some((_, completed)) => *completed = c.completed,
                None => latest.push((c.item, c.completed)),
            }
        }
        latest.into_iter().filter(|(_, completed)| *completed).map(|(item, _)| item).max()
    }
}

/// Where a frame stands in the timeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In an item.
    Item {
        /// The session, by its place in the timeline.
        session: u32,
        /// The item, by its place in the session.
        item: u32,
    },
    /// In none.
    Plumbing(Plumbing),
}

/// Why a frame belongs to no item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Plumbing {
    /// Nothing but white space.
    Blank,
    /// A batch without messages.
    EmptyBatch,
    /// The removal of a plan that is not there.
    NoSuchPlan,
    /// Replayed history that says nothing new.
    Nothing,
}

impl Plumbing {
    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Plumbing::Blank => "a blank line",
            Plumbing::EmptyBatch => "a batch without messages",
            Plumbing::NoSuchPlan => "removes a plan that is not there",
            Plumbing::Nothing => "carries nothing that could be shown",
        }
    }
}

/// A request and its answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    /// The request's frame.
    pub frame: FrameNumber,
    /// When it was read.
    pub t: Moment,
    /// Who asks.
    pub c2a: bool,
    /// Its method.
    pub method: Box<str>,
    /// The session that it names, by its place in the timeline.
    pub session: u32,
    /// The answer's frame, when it was read, and whether it is an error.
    pub answer: Option<(FrameNumber, Moment, bool)>,
}

impl Exchange {
    /// The direction of the request.
    #[must_use]
    pub fn dir(&self) -> Dir {
        if self.c2a { Dir::ClientToAgent } else { Dir::AgentToClient }
    }
}
