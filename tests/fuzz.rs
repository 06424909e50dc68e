//! Any bytes as frames, in any order: the fold gives findings and never fails.
//!
//! A few thousand conversations in the ordinary run; `PROPTEST_CASES=1000000 cargo test --release --test fuzz` for a
//! night.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::sync::OnceLock;

use acp_scope::core::fold::{Fold, FrameInput, Options};
use acp_scope::core::frame::{Dir, FrameNumber, Moment};
use acp_scope::core::rules::FAILED;
use proptest::prelude::*;
use serde_json::Value;

/// Frames of real conversations, to be mixed and bent.
fn frames() -> &'static [(Dir, Vec<u8>)] {
    static FRAMES: OnceLock<Vec<(Dir, Vec<u8>)>> = OnceLock::new();
    FRAMES.get_or_init(|| {
        let mut all = Vec::new();
        for file in support::corpus() {
            for line in std::fs::read_to_string(file).unwrap().lines() {
                let line: Value = serde_json::from_str(line).unwrap();
                let dir = match line["dir"].as_str() {
                    Some("c2a") => Dir::ClientToAgent,
                    Some("a2c") => Dir::AgentToClient,
                    _ => continue,
                };
                let raw = line["raw"].as_str().unwrap();
                if raw.len() < 4_000 {
                    all.push((dir, raw.as_bytes().to_vec()));
                }
            }
        }
        all
    })
}

/// One thing that happens to a frame.
#[derive(Debug, Clone)]
enum Bend {
    Nothing,
    OtherWay,
    Flip(usize, u8),
    Cut(usize),
    Twice,
    Junk(Vec<u8>),
    Value(usize, usize),
}

/// Values that a field is given in place of its own.
const VALUES: &[&str] = &[
    "null",
    "true",
    "-1",
    "1e999",
    "\"\"",
    "\"\\ud800\"",
    "[]",
    "{}",
    "[null]",
    "{\"type\":\"text\"}",
    "18446744073709551616",
];

fn bend() -> impl Strategy<Value = Bend> {
    prop_oneof![
        6 => Just(Bend::Nothing),
        1 => Just(Bend::OtherWay),
        1 => (any::<usize>(), 1..=255u8).prop_map(|(at, bits)| Bend::Flip(at, bits)),
        1 => any::<usize>().prop_map(Bend::Cut),
        1 => Just(Bend::Twice),
        1 => proptest::collection::vec(any::<u8>(), 0..40).prop_map(Bend::Junk),
        4 => (any::<usize>(), 0..VALUES.len()).prop_map(|(at, value)| Bend::Value(at, value)),
    ]
}

/// Replaces the value behind one of the frame's colons.
fn with_value(raw: &[u8], at: usize, value: &str) -> Vec<u8> {
    let colons: Vec<usize> = (0..raw.len()).filter(|&i| raw[i] == b':').collect();
    if colons.is_empty() {
        return raw.to_vec();
    }
    let start = colons[at % colons.len()] + 1;
    let mut stream = serde_json::Deserializer::from_slice(&raw[start..]).into_iter::<Value>();
    let length = match stream.next() {
        Some(Ok(_)) => stream.byte_offset(),
        _ => 0,
    };
    [&raw[..start], value.as_bytes(), &raw[start + length..]].concat()
}

fn conversation() -> impl Strategy<Value = Vec<(usize, Bend)>> {
    // Runs of frames that belong together, so that states are reached that a mix would not reach.
    let run = (0..frames().len(), 1..30usize, proptest::collection::vec(bend(), 30));
    proptest::collection::vec(run, 1..6).prop_map(|runs| {
        runs.into_iter()
            .flat_map(|(start, len, bends)| {
                (start..start + len).zip(bends).map(|(at, bend)| (at % frames().len(), bend))
            })
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_conversation_is_survived(steps in conversation(), end in any::<[bool; 2]>()) {
        let mut fold = Fold::new(Options::default());
        let mut number = 0;
        let mut findings = Vec::new();
        let mut send = |fold: &mut Fold, dir: Dir, raw: &[u8]| {
            number += 1;
            let t = Moment(u64::from(number) * 1_000_000);
            let frame = FrameInput { number: FrameNumber(number), dir, t, raw, terminated: true };
            findings.extend(fold.push(&frame));
        };
        for (at, bend) in steps {
            let (dir, raw) = &frames()[at];
            match bend {
                Bend::Nothing => send(&mut fold, *dir, raw),
                Bend::OtherWay => send(&mut fold, dir.opposite(), raw),
                Bend::Flip(at, bits) => {
                    let mut raw = raw.clone();
                    let at = at % raw.len();
                    raw[at] ^= bits;
                    send(&mut fold, *dir, &raw);
                }
                Bend::Cut(at) => send(&mut fold, *dir, &raw[..at % raw.len()]),
                Bend::Twice => {
                    send(&mut fold, *dir, raw);
                    send(&mut fold, *dir, raw);
                }
                Bend::Junk(junk) => send(&mut fold, *dir, &junk),
                Bend::Value(at, value) => send(&mut fold, *dir, &with_value(raw, at, VALUES[value])),
            }
        }
        for dir in Dir::BOTH.into_iter().filter(|d| end[d.index()]) {
            fold.eof(dir, Moment(u64::MAX / 2));
        }
        findings.extend(fold.finish());
        for f in &findings {
            prop_assert!(f.rule != FAILED, "{}", f.message);
            prop_assert!(f.frame.0 >= 1, "{f:?}");
            prop_assert!(!f.message.is_empty(), "{f:?}");
        }
    }
}
