//! Any bytes as frames, in any order: the fold gives findings and never fails.
//!
//! A few thousand conversations in the ordinary run; `PROPTEST_CASES=1000000 cargo test --profile slow --test fuzz` for a
//! night.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::sync::OnceLock;

use acp_scope::core::fold::{Fold, FrameInput, Options};
use acp_scope::core::frame::{Dir, FrameNumber, Moment};
use acp_scope::core::rules::{FAILED, Finding};
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

/// The frames of a conversation, after what has happened to them.
fn bent(steps: &[(usize, Bend)]) -> Vec<(Dir, Vec<u8>)> {
    let mut out = Vec::new();
    for (at, bend) in steps {
        let (dir, raw) = &frames()[*at];
        let (dir, raw) = match bend {
            Bend::Nothing => (*dir, raw.clone()),
            Bend::OtherWay => (dir.opposite(), raw.clone()),
            Bend::Flip(at, bits) => {
                let mut raw = raw.clone();
                let at = at % raw.len();
                raw[at] ^= bits;
                (*dir, raw)
            }
            Bend::Cut(at) => (*dir, raw[..at % raw.len()].to_vec()),
            Bend::Twice => {
                out.push((*dir, raw.clone()));
                (*dir, raw.clone())
            }
            Bend::Junk(junk) => (*dir, junk.clone()),
            Bend::Value(at, value) => (*dir, with_value(raw, *at, VALUES[*value])),
        };
        out.push((dir, raw));
    }
    out
}

fn push(fold: &mut Fold, before: usize, dir: Dir, raw: &[u8]) -> Vec<Finding> {
    let number = FrameNumber(before as u32 + 1);
    let t = Moment(before as u64 * 1_000_000);
    fold.push(&FrameInput { number, dir, t, raw, terminated: true })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_conversation_is_survived(steps in conversation(), end in any::<[bool; 2]>()) {
        let mut fold = Fold::new(Options::default());
        let mut findings = Vec::new();
        for (i, (dir, raw)) in bent(&steps).iter().enumerate() {
            findings.extend(push(&mut fold, i, *dir, raw));
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

proptest! {
    // Each case is a long recording.
    #![proptest_config(ProptestConfig {
        cases: (ProptestConfig::default().cases / 100).max(5),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// What the fold holds depends on what is open and named, not on how often it is said.
    #[test]
    fn what_is_held_does_not_grow_with_repetition(steps in conversation()) {
        let frames = bent(&steps);
        let mut fold = Fold::new(Options::default());
        let mut number = 0;
        let mut held_after = |rounds: usize| {
            for _ in 0..rounds {
                for (dir, raw) in &frames {
                    push(&mut fold, number, *dir, raw);
                    number += 1;
                }
            }
            let state = fold.state();
            // Two things have a fixed limit that a few rounds do not reach.
            let runs: Vec<_> = state.sessions.values().map(|s| &s.run).collect();
            let texts = runs.iter().filter_map(|run| run.as_ref()?.text.as_ref());
            assert!(state.unclaimed.len() <= 1_000 && texts.map(String::len).max() <= Some(64 << 10));
            let bounded = format!("{runs:?}{:?}", state.unclaimed).len();
            format!("{state:?}").len().saturating_sub(bounded)
        };
        // The long run, which finds slow growth too, is one of optimized code.
        let rounds = if cfg!(debug_assertions) { 10 } else { 100 };
        let (before, after) = (held_after(rounds), held_after(2 * rounds));
        // Numbers get longer, and what is remembered up to a fixed count may not be full yet.
        prop_assert!(after <= before + before / 4 + 40_000, "{before} bytes, then {after}");
    }
}
