//! The bytes of one journal record.
//!
//! ```text
//! offset  size
//!      0     4  mark "ACPj"
//!      4     4  length of the payload, little endian, as all numbers
//!      8     8  nanoseconds since the recording's start, by a clock that never jumps
//!     16     8  wall clock, nanoseconds since 1970, signed
//!     24     1  kind
//!     25     1  stream: 0 client to agent, 1 agent to client, 2 the agent's stderr
//!     26     2  zero
//!     28     4  CRC-32 of bytes 4 to 27 and of the payload
//!     32     …  payload
//! ```

use std::ops::Range;

use serde::{Deserialize, Serialize};

use crate::core::frame::{Dir, Moment};

pub(super) const HEAD: usize = 32;
pub(super) const MARK: &[u8; 4] = b"ACPj";
/// No record of ours is longer; a larger length is damage.
const MAX_PAYLOAD: usize = 16 << 20;

/// One of the three streams that the splice carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Stream {
    /// The protocol, in one of its directions.
    Wire(Dir),
    /// What the agent writes to stderr.
    Stderr,
}

impl Stream {
    /// All of them.
    pub const ALL: [Stream; 3] =
        [Stream::Wire(Dir::ClientToAgent), Stream::Wire(Dir::AgentToClient), Stream::Stderr];

    /// 0, 1 or 2: for arrays with one place a stream.
    #[must_use]
    pub fn index(self) -> usize {
        match self {
            Stream::Wire(dir) => dir.index(),
            Stream::Stderr => 2,
        }
    }

    fn from_byte(byte: u8) -> Option<Stream> {
        Stream::ALL.get(usize::from(byte)).copied()
    }
}

/// The first record of a journal: what is being recorded.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// Version of the journal's format.
    pub format: u32,
    /// The recording's id.
    pub uuid: String,
    /// `run` or `demo`.
    pub origin: String,
    /// A name that the user gave.
    pub name: Option<String>,
    /// The agent's command line. Bytes that are not UTF-8 are replaced.
    pub command: Vec<String>,
    /// The folder in which the agent is started.
    pub cwd: Option<String>,
    /// Names of the environment's variables; never their values.
    pub env_names: Vec<String>,
    /// Wall clock at the start, nanoseconds since 1970.
    pub started_at: i64,
    /// Process id of the proxy.
    pub pid: u32,
    /// Version of acp-scope.
    pub version: String,
}

/// How the agent ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HowEnded {
    /// By itself, with this code.
    Exit(i32),
    /// By this signal.
    Signal(i32),
}

/// What a record says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Entry {
    /// What is being recorded; always the first.
    Header(Box<Header>),
    /// Bytes that were read from a stream; where they stand in the reader's window.
    Chunk(Stream, Range<usize>),
    /// A stream has ended in order.
    End(Stream),
    /// Bytes were forwarded that could not be recorded: how many of each stream, and since when.
    Gap {
        /// The first loss.
        since: Moment,
        /// Bytes lost of each stream, by [`Stream::index`].
        lost: [u64; 3],
    },
    /// The agent has ended; always the last.
    Ended(HowEnded),
}

const KIND_HEADER: u8 = 1;
const KIND_CHUNK: u8 = 2;
const KIND_END: u8 = 3;
const KIND_GAP: u8 = 4;
const KIND_ENDED: u8 = 5;

/// The parts of a record as the writer gives them.
pub(super) enum Write<'a> {
    Header(&'a Header),
    Chunk(Stream, &'a [u8]),
    End(Stream),
    Gap { since: Moment, lost: [u64; 3] },
    Ended(HowEnded),
}

/// Head and payload of a record. The payload is borrowed where it is bytes from the wire.
pub(super) fn encode<'a>(write: &Write<'a>, t: Moment, wall: i64) -> ([u8; HEAD], Payload<'a>) {
    let (kind, stream, payload) = match write {
        Write::Header(header) => (KIND_HEADER, 0, json(header)),
        Write::Chunk(stream, bytes) => (KIND_CHUNK, stream.index() as u8, Payload::Wire(bytes)),
        Write::End(stream) => (KIND_END, stream.index() as u8, Payload::Wire(&[])),
        Write::Gap { since, lost } => (KIND_GAP, 0, json(&(since.0, lost))),
        Write::Ended(how) => (KIND_ENDED, 0, json(how)),
    };
    let bytes = payload.bytes();
    let mut head = [0; HEAD];
    head[..4].copy_from_slice(MARK);
    head[4..8].copy_from_slice(&(bytes.len() as u32).to_le_bytes());
    head[8..16].copy_from_slice(&t.0.to_le_bytes());
    head[16..24].copy_from_slice(&wall.to_le_bytes());
    head[24] = kind;
    head[25] = stream;
    let sum = checksum(&head, bytes);
    head[28..].copy_from_slice(&sum.to_le_bytes());
    (head, payload)
}

pub(super) enum Payload<'a> {
    Wire(&'a [u8]),
    Own(Vec<u8>),
}

impl Payload<'_> {
    pub(super) fn bytes(&self) -> &[u8] {
        match self {
            Payload::Wire(bytes) => bytes,
            Payload::Own(bytes) => bytes,
        }
    }
}

fn json<T: Serialize>(value: &T) -> Payload<'static> {
    Payload::Own(serde_json::to_vec(value).unwrap_or_default())
}

fn checksum(head: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&head[4..28]);
    hasher.update(payload);
    hasher.finalize()
}

/// A record that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Decoded {
    pub(super) t: Moment,
    pub(super) wall: i64,
    pub(super) entry: Entry,
    /// Head and payload together.
    pub(super) len: usize,
}

pub(super) enum Decode {
    Record(Decoded),
    /// The bytes end before the record does: this many are needed from its start on.
    NeedsMore(usize),
    /// No record of ours begins here.
    Damaged,
}

/// Reads the record that begins at `at`.
pub(super) fn decode(bytes: &[u8], at: usize) -> Decode {
    let rest = &bytes[at.min(bytes.len())..];
    if rest.len() < HEAD {
        return Decode::NeedsMore(HEAD);
    }
    let u32_at = |i: usize| u32::from_le_bytes([rest[i], rest[i + 1], rest[i + 2], rest[i + 3]]);
    let u64_at = |i: usize| u64::from(u32_at(i)) | u64::from(u32_at(i + 4)) << 32;
    let len = u32_at(4) as usize;
    if &rest[..4] != MARK || len > MAX_PAYLOAD {
        return Decode::Damaged;
    }
    let Some(payload) = rest.get(HEAD..HEAD + len) else { return Decode::NeedsMore(HEAD + len) };
    if checksum(&rest[..HEAD], payload) != u32_at(28) {
        return Decode::Damaged;
    }
    let stream = Stream::from_byte(rest[25]);
    let entry = match (rest[24], stream) {
        (KIND_HEADER, _) => serde_json::from_slice(payload).ok().map(Entry::Header),
        (KIND_CHUNK, Some(stream)) => Some(Entry::Chunk(stream, at + HEAD..at + HEAD + len)),
        (KIND_END, Some(stream)) => Some(Entry::End(stream)),
        (KIND_GAP, _) => serde_json::from_slice::<(u64, [u64; 3])>(payload)
            .ok()
            .map(|(since, lost)| Entry::Gap { since: Moment(since), lost }),
        (KIND_ENDED, _) => serde_json::from_slice(payload).ok().map(Entry::Ended),
        _ => None,
    };
    match entry {
        Some(entry) => Decode::Record(Decoded {
            t: Moment(u64_at(8)),
            wall: u64_at(16) as i64,
            entry,
            len: HEAD + len,
        }),
        None => Decode::Damaged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(write: &Write<'_>) -> Vec<u8> {
        let (head, payload) = encode(write, Moment(7), -3);
        [&head[..], payload.bytes()].concat()
    }

    #[test]
    fn every_kind_of_record_reads_back() {
        let header = Header {
            format: 1,
            uuid: "u".into(),
            origin: "run".into(),
            name: None,
            command: vec!["agent".into()],
            cwd: Some("/".into()),
            env_names: vec!["PATH".into()],
            started_at: 5,
            pid: 1,
            version: "0".into(),
        };
        let stream = Stream::Wire(Dir::AgentToClient);
        let lost = [1, 2, u64::MAX];
        let cases = [
            (Write::Header(&header), Entry::Header(Box::new(header.clone()))),
            (Write::Chunk(stream, b"abc"), Entry::Chunk(stream, HEAD..HEAD + 3)),
            (Write::End(Stream::Stderr), Entry::End(Stream::Stderr)),
            (Write::Gap { since: Moment(2), lost }, Entry::Gap { since: Moment(2), lost }),
            (Write::Ended(HowEnded::Signal(9)), Entry::Ended(HowEnded::Signal(9))),
        ];
        for (write, want) in cases {
            let bytes = bytes(&write);
            let Decode::Record(got) = decode(&bytes, 0) else { panic!("{want:?}") };
            assert_eq!((got.t, got.wall, got.len), (Moment(7), -3, bytes.len()));
            assert_eq!(got.entry, want);
        }
    }

    #[test]
    fn every_cut_asks_for_more_and_every_flipped_bit_is_noticed() {
        let whole = bytes(&Write::Chunk(Stream::Stderr, b"some bytes"));
        for n in 0..whole.len() {
            assert!(matches!(decode(&whole[..n], 0), Decode::NeedsMore(_)), "{n}");
            for bit in 0..8 {
                let mut bad = whole.clone();
                bad[n] ^= 1 << bit;
                assert!(!matches!(decode(&bad, 0), Decode::Record(_)), "byte {n}, bit {bit}");
            }
        }
    }
}
