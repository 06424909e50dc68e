//! What becomes of some frames, lines and marks, in their order: made without a database, stored in one go.

use std::ops::Range;

use super::StderrLine;
use super::derive::Derived;
use crate::core::frame::{FrameNumber, Moment};
use crate::core::rules::Finding;

/// One thing to store.
#[derive(Debug)]
pub(super) enum Event {
    /// A frame, and where its bytes are; without them its parts follow.
    Frame(Derived, Option<Range<usize>>),
    /// A part of a frame, by its index.
    Part(FrameNumber, usize, Range<usize>),
    /// A line of stderr.
    Stderr { after: u32, first: Moment, t: Moment, line: Range<usize>, line_end: bool },
    /// A mark.
    Mark {
        after: u32,
        t: Moment,
        kind: &'static str,
        stream: Option<&'static str>,
        detail: Option<String>,
    },
    /// What is missing from the recording, in words.
    Missing(String),
    /// What was found elsewhere than at a frame that is stored here.
    Findings(Vec<Finding>),
}

/// Things to store, and the bytes that they have.
#[derive(Debug, Default)]
pub struct Batch {
    pub(super) events: Vec<Event>,
    pub(super) bytes: Vec<u8>,
}

impl Batch {
    /// Bytes of what is in it.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len()
    }

    /// Nothing is in it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// Makes it empty. It keeps its memory.
    pub fn clear(&mut self) {
        self.events.clear();
        self.bytes.clear();
    }

    /// Takes over bytes of which things to come are parts, and gives its own empty buffer for them.
    pub fn swap(&mut self, bytes: &mut Vec<u8>) {
        debug_assert!(self.is_empty(), "what is in it has its bytes");
        self.bytes.clear();
        std::mem::swap(&mut self.bytes, bytes);
    }

    pub(super) fn copy(&mut self, bytes: &[u8]) -> Range<usize> {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        start..self.bytes.len()
    }

    pub(super) fn stderr(&mut self, after: u32, new: &StderrLine<'_>) {
        let StderrLine { first, t, line, line_end } = *new;
        let line = self.copy(line);
        self.events.push(Event::Stderr { after, first, t, line, line_end });
    }
}
