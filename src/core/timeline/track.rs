//! What the fold remembers of a session besides what it shows: which id is which item, and what is open.

use std::collections::{HashMap, HashSet};

use super::item::ItemKind;
use crate::core::tree::Value;

/// Prompts beyond this many bytes of text are not compared with their echo.
const ECHO: usize = 1 << 20;

/// A run of chunks without ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run {
    pub(super) kind: ItemKind,
    pub(super) item: u32,
}

/// The prompt's text, as far as the agent has not repeated it.
#[derive(Debug, Clone)]
pub(super) struct Echo {
    item: u32,
    text: String,
    at: usize,
}

impl Echo {
    pub(super) fn new(item: u32, prompt: &[Value<'_>]) -> Option<Echo> {
        let mut text = String::new();
        for block in prompt {
            text.push_str(block.get("text").and_then(Value::as_str).unwrap_or_default());
        }
        (!text.is_empty() && text.len() <= ECHO).then_some(Echo { item, text, at: 0 })
    }

    /// The prompt.
    pub(super) fn item(&self) -> u32 {
        self.item
    }

    /// If this text continues the prompt's: the prompt.
    pub(super) fn take(&mut self, said: &str) -> Option<u32> {
        if said.is_empty() || !self.text[self.at..].starts_with(said) {
            return None;
        }
        self.at += said.len();
        Some(self.item)
    }
}

/// A plan that has an id, or the one that has none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plan {
    pub(super) item: u32,
    pub(super) removed: bool,
}

/// A tool call.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call {
    pub(super) item: u32,
    /// Its turn and its place among the turn's spans.
    pub(super) span: Option<(u32, u32)>,
    pub(super) is_final: bool,
}

/// The things of which a session has one each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Single {
    Mode,
    Config,
    Commands,
    Info,
    Usage,
    Suggestions,
    State,
}

impl Single {
    pub(super) fn kind(self) -> ItemKind {
        match self {
            Single::Mode => ItemKind::Mode,
            Single::Config => ItemKind::Config,
            Single::Commands => ItemKind::Commands,
            Single::Info => ItemKind::SessionInfo,
            Single::Usage => ItemKind::Usage,
            Single::Suggestions => ItemKind::Suggestions,
            Single::State => ItemKind::State,
        }
    }
}

/// One session.
#[derive(Debug, Default)]
pub(super) struct Track {
    /// The turn that runs, by its place in the session.
    pub(super) turn: Option<u32>,
    /// The replay that runs, by the frame of its request.
    pub(super) replay: Option<u32>,
    pub(super) run: Option<Run>,
    pub(super) echo: Option<Echo>,
    /// By id. Two ids lead to one item where the agent repeats a prompt's blocks as messages of their own.
    pub(super) messages: HashMap<(ItemKind, Box<str>), u32>,
    /// Messages from before the replay whose content it has begun anew.
    pub(super) begun: HashSet<u32>,
    pub(super) calls: HashMap<Box<str>, Call>,
    /// Ids of calls without a final status.
    pub(super) open_calls: Vec<Box<str>>,
    /// By id; the one without an id has the key `None`.
    pub(super) plans: HashMap<Option<Box<str>>, Plan>,
    /// Compactions, children, session messages, cursors, terminals of version 2, elicitations.
    pub(super) entities: HashMap<(ItemKind, Box<str>), u32>,
    pub(super) singles: HashMap<Single, u32>,
    /// Terminals of the client.
    pub(super) terminals: HashMap<Box<str>, u32>,
}
