//! A recording as one document to be read by people: a page of HTML without scripts, or Markdown.
//!
//! What to say is decided here, once; how it looks is a file each. Everything that comes from the wire is text in them: it
//! can neither run nor load anything, nor pass for a part of the document.

mod entry;
pub mod html;
pub mod markdown;

use crate::core::frame::{Dir, Moment};
use crate::core::timeline::Built;
use crate::core::timeline::outline::TurnOutline;

/// The document's parts.
#[derive(Debug, Default)]
pub struct Document {
    /// What the recording is called.
    pub title: String,
    /// Client and agent, with versions.
    pub ends: [String; 2],
    /// What else is known of it: a word and a value each.
    pub facts: Vec<(&'static str, String)>,
    /// What was replaced, a line each; `None` when everything is included.
    pub redacted: Option<Vec<String>>,
    /// What breaks the protocol, in the order of the frames.
    pub findings: Vec<Finding>,
    /// The conversation.
    pub sessions: Vec<Part>,
    /// What crossed.
    pub frames: Vec<Frame>,
    /// Frames that there is no room for.
    pub left_out: u64,
}

/// A finding.
#[derive(Debug)]
pub struct Finding {
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// The rule's id.
    pub rule: String,
    /// The frame at fault.
    pub frame: u32,
    /// Who is at fault.
    pub who: String,
    /// The sentence.
    pub message: String,
}

/// A session.
#[derive(Debug)]
pub struct Part {
    /// What it is called.
    pub title: String,
    /// Its turns and items, in order.
    pub lines: Vec<Line>,
}

/// What stands below each other in a session.
#[derive(Debug)]
pub enum Line {
    /// A turn begins.
    Turn {
        /// Counted from 1.
        number: u32,
        /// What became of it.
        words: String,
        /// It did not end as turns should.
        bad: bool,
    },
    /// An item.
    Entry(Entry),
}

/// An item, as it is shown.
#[derive(Debug)]
pub struct Entry {
    /// Who, or what.
    pub who: &'static str,
    /// Whose colour it has.
    pub hue: Hue,
    /// Its heading; messages have none.
    pub title: String,
    /// What became of it.
    pub outcome: String,
    /// The frames that made it: the first and the last.
    pub frames: (u32, u32),
    /// When it began.
    pub t: Moment,
    /// It is history that a compaction or a replay stands for.
    pub dim: bool,
    /// What it holds.
    pub blocks: Vec<Block>,
}

/// Who is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hue {
    /// The client, or its user.
    Client,
    /// The agent.
    Agent,
    /// A person who is asked.
    Human,
    /// A tool at work.
    Tool,
    /// Nobody in particular.
    Quiet,
    /// What went wrong.
    Error,
}

/// A piece of an item.
#[derive(Debug)]
pub enum Block {
    /// What somebody says.
    Prose(String),
    /// What a program has printed, and what else keeps its blanks.
    Output(String),
    /// What changes in a file, a sign and a text for each line.
    Diff {
        /// The file.
        path: String,
        /// The lines.
        lines: Vec<(char, String)>,
    },
    /// What could be chosen, and whether it was.
    Options(Vec<(bool, String)>),
    /// Steps of a plan, each with its status.
    Steps(Vec<(String, String)>),
}

/// A frame.
#[derive(Debug)]
pub struct Frame {
    /// Its number.
    pub number: u32,
    /// When.
    pub t: Moment,
    /// Its direction.
    pub dir: Dir,
    /// What it is: kind, method, update.
    pub what: String,
    /// Bytes.
    pub size: u64,
    /// Its text, laid out if it is JSON.
    pub text: String,
    /// The text is not all of it.
    pub cut: bool,
}

/// An item as it is shown.
#[must_use]
pub fn entry(built: &Built) -> Entry {
    entry::entry(built)
}

/// A turn as it is shown.
#[must_use]
pub fn turn(t: &TurnOutline<'_>) -> Line {
    let (words, bad) = super::screenplay::turn_words(t);
    Line::Turn { number: t.number, words, bad }
}

/// `frame 12`, `frames 12–31`.
fn frames_words((first, last): (u32, u32)) -> String {
    if first == last { format!("frame {first}") } else { format!("frames {first}–{last}") }
}

/// `0:42.674`.
fn clock(t: Moment) -> String {
    let ms = (t.seconds() * 1_000.0).round() as u64;
    format!("{}:{:02}.{:03}", ms / 60_000, ms / 1_000 % 60, ms % 1_000)
}
