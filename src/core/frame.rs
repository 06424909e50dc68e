//! Bytes to frames: what stands between two line feeds, and nothing else.
//!
//! This module knows two directions and one byte, `\n`. It does not know JSON, and it holds no bytes: the
//! [`Splitter`] says where frames begin and end within the chunks that it is shown, whatever their size.

use std::fmt;

/// Which way bytes go. Nothing in the core knows which of the two sides is "ours".
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dir {
    /// From the client (the editor) to the agent.
    ClientToAgent,
    /// From the agent to the client.
    AgentToClient,
}

impl Dir {
    /// Both directions, the client's first.
    pub const BOTH: [Dir; 2] = [Dir::ClientToAgent, Dir::AgentToClient];

    /// The other direction.
    #[must_use]
    pub fn opposite(self) -> Dir {
        match self {
            Dir::ClientToAgent => Dir::AgentToClient,
            Dir::AgentToClient => Dir::ClientToAgent,
        }
    }

    /// 0 for client to agent, 1 for agent to client: for arrays with one place a direction.
    #[must_use]
    pub fn index(self) -> usize {
        match self {
            Dir::ClientToAgent => 0,
            Dir::AgentToClient => 1,
        }
    }

    /// The short form used in capture files and by the page: `c2a` or `a2c`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Dir::ClientToAgent => "c2a",
            Dir::AgentToClient => "a2c",
        }
    }
}

impl fmt::Display for Dir {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The place of a frame in its recording: from 1, both directions together, in the order in which the
/// last bytes of the frames were read. It orders everything; times are for display and durations.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Default,
    serde::Serialize,
    serde::Deserialize,
)]
pub struct FrameNumber(pub u32);

impl fmt::Display for FrameNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A moment in a recording: nanoseconds since its start, by a clock that never jumps.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Default,
    serde::Serialize,
    serde::Deserialize,
)]
pub struct Moment(pub u64);

impl Moment {
    /// Seconds since the start of the recording.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.0 as f64 / 1e9
    }

    /// Nanoseconds from `earlier` to this moment, 0 when it is not earlier.
    #[must_use]
    pub fn since(self, earlier: Moment) -> u64 {
        self.0.saturating_sub(earlier.0)
    }
}

/// A part of a frame within one chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Piece<'a> {
    /// The bytes, without the line feed. Empty for an empty line, or when the line feed comes first.
    pub bytes: &'a [u8],
    /// The frame begins with this piece.
    pub starts: bool,
    /// A line feed follows: the frame is complete.
    pub ends: bool,
}

/// Finds the frames in one direction's stream of chunks. Any chunking of the same bytes gives the same
/// frames.
#[derive(Debug, Clone, Default)]
pub struct Splitter {
    open: bool,
}

impl Splitter {
    /// A splitter at the start of a frame.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The pieces of the next chunk. A chunk that ends in a line feed leaves no open frame behind.
    pub fn push<'a, 's>(&'s mut self, chunk: &'a [u8]) -> Pieces<'a, 's> {
        Pieces { splitter: self, rest: chunk }
    }

    /// Whether bytes have come since the last line feed.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The stream ends, or bytes are missing from here on. True when this leaves a frame unterminated.
    pub fn finish(&mut self) -> bool {
        std::mem::take(&mut self.open)
    }
}

/// Iterator over the [`Piece`]s of a chunk.
#[derive(Debug)]
pub struct Pieces<'a, 's> {
    splitter: &'s mut Splitter,
    rest: &'a [u8],
}

impl<'a> Iterator for Pieces<'a, '_> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let starts = !self.splitter.open;
        let (bytes, ends) = match memchr::memchr(b'\n', self.rest) {
            Some(at) => {
                let bytes = &self.rest[..at];
                self.rest = &self.rest[at + 1..];
                (bytes, true)
            }
            None => (std::mem::take(&mut self.rest), false),
        };
        self.splitter.open = !ends;
        Some(Piece { bytes, starts, ends })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Frames of a stream, each with whether a line feed ended it.
    fn frames(chunks: &[&[u8]]) -> Vec<(Vec<u8>, bool)> {
        let mut splitter = Splitter::new();
        let mut out = Vec::new();
        let mut open = Vec::new();
        for chunk in chunks {
            for piece in splitter.push(chunk) {
                assert_eq!(piece.starts, open.is_empty() || piece.starts);
                open.extend_from_slice(piece.bytes);
                if piece.ends {
                    out.push((std::mem::take(&mut open), true));
                }
            }
        }
        if splitter.finish() {
            out.push((open, false));
        }
        out
    }

    #[test]
    fn a_frame_is_what_stands_between_line_feeds() {
        let got = frames(&[b"a\r\n\nb\0\xff\nlast"]);
        let want: &[(&[u8], bool)] =
            &[(b"a\r", true), (b"", true), (b"b\0\xff", true), (b"last", false)];
        assert_eq!(got, want.iter().map(|(b, e)| (b.to_vec(), *e)).collect::<Vec<_>>());
    }

    #[test]
    fn a_stream_that_ends_in_a_line_feed_leaves_nothing_open() {
        assert_eq!(frames(&[b"a\n"]), vec![(b"a".to_vec(), true)]);
        assert!(frames(&[]).is_empty());
    }

    #[test]
    fn the_start_of_a_frame_is_marked_once() {
        let mut s = Splitter::new();
        let starts: Vec<bool> = [&b"ab"[..], b"c", b"\nd\n", b"e"]
            .iter()
            .flat_map(|c| s.push(c).map(|p| p.starts).collect::<Vec<_>>())
            .collect();
        assert_eq!(starts, [true, false, false, true, true]);
    }

    proptest! {
        #[test]
        fn every_chunking_gives_the_same_frames(
            bytes in proptest::collection::vec(prop_oneof![Just(b'\n'), any::<u8>()], 0..200),
            cuts in proptest::collection::vec(any::<prop::sample::Index>(), 0..20),
        ) {
            let mut at: Vec<usize> = cuts.iter().map(|c| c.index(bytes.len() + 1)).collect();
            at.push(0);
            at.push(bytes.len());
            at.sort_unstable();
            let chunks: Vec<&[u8]> = at.windows(2).map(|w| &bytes[w[0]..w[1]]).collect();
            let whole = frames(&[&bytes]);
            prop_assert_eq!(&frames(&chunks), &whole);
            let mut again: Vec<u8> = Vec::new();
            for (frame, ended) in &whole {
                again.extend_from_slice(frame);
                if *ended { again.push(b'\n'); }
            }
            prop_assert_eq!(again, bytes);
        }
    }
}
