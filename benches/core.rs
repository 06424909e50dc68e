//! The core by itself, single-threaded: `cargo bench --bench core`.
//!
//! The yardstick is parsing the same frames to `serde_json::Value`; what counts is the ratio within one run.

#![allow(missing_docs, clippy::unwrap_used)]

use acp_scope::core::fold::{Fold, FrameInput, Options};
use acp_scope::core::frame::{Dir, FrameNumber, Moment, Splitter};
use acp_scope::core::message;
use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};
use serde_json::Value;

fn main() {
    divan::main();
}

type Frames = Vec<(Dir, Vec<u8>)>;

/// A handshake, a session, a prompt, and chunks of its answer, 300 bytes each.
fn chunks() -> Frames {
    let mut frames: Frames = [
        (Dir::ClientToAgent, r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}"#),
        (Dir::AgentToClient, r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{}}}"#),
        (Dir::ClientToAgent, r#"{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}"#),
        (Dir::AgentToClient, r#"{"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}"#),
        (Dir::ClientToAgent, r#"{"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"go"}]}}"#),
    ]
    .map(|(dir, raw)| (dir, raw.as_bytes().to_vec()))
    .into();
    let chunk = |text: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"s1","update":{{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{{"type":"text","text":"{text}"}}}}}}}}"#
        )
    };
    let text = "lorem ipsum dolor ".repeat(20)[..300 - chunk("").len()].to_owned();
    frames.extend((0..10_000).map(|_| (Dir::AgentToClient, chunk(&text).into_bytes())));
    frames
}

/// The recordings that come with the tests, one after another.
fn corpus() -> Vec<Frames> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/corpus");
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files
        .iter()
        .map(|file| {
            let text = std::fs::read_to_string(file).unwrap();
            text.lines()
                .filter_map(|line| {
                    let line: Value = serde_json::from_str(line).unwrap();
                    let dir = match line["dir"].as_str()? {
                        "c2a" => Dir::ClientToAgent,
                        "a2c" => Dir::AgentToClient,
                        _ => return None,
                    };
                    Some((dir, line["raw"].as_str()?.as_bytes().to_vec()))
                })
                .collect()
        })
        .collect()
}

fn recordings(name: &str) -> Vec<Frames> {
    if name == "chunks" { vec![chunks()] } else { corpus() }
}

fn sized<'a, 'b>(bencher: Bencher<'a, 'b>, all: &[Frames]) -> Bencher<'a, 'b> {
    let frames: usize = all.iter().map(Vec::len).sum();
    let bytes: usize = all.iter().flatten().map(|(_, raw)| raw.len()).sum();
    bencher.counter(ItemsCount::new(frames)).counter(BytesCount::new(bytes))
}

#[divan::bench(args = ["chunks", "corpus"])]
fn parse_to_value(bencher: Bencher<'_, '_>, name: &str) {
    let all = recordings(name);
    sized(bencher, &all).bench_local(|| {
        for (_, raw) in all.iter().flatten() {
            black_box(serde_json::from_slice::<Value>(raw).ok());
        }
    });
}

#[divan::bench(args = ["chunks", "corpus"])]
fn read_envelopes(bencher: Bencher<'_, '_>, name: &str) {
    let all = recordings(name);
    sized(bencher, &all).bench_local(|| {
        for (_, raw) in all.iter().flatten() {
            black_box(message::read(raw));
        }
    });
}

#[divan::bench(args = ["chunks", "corpus"])]
fn judge(bencher: Bencher<'_, '_>, name: &str) {
    let all = recordings(name);
    sized(bencher, &all).bench_local(|| {
        for frames in &all {
            let mut fold = Fold::new(Options::default());
            for (i, (dir, raw)) in frames.iter().enumerate() {
                let number = FrameNumber(i as u32 + 1);
                let t = Moment(i as u64 * 1_000_000);
                let frame = FrameInput { number, dir: *dir, t, raw, terminated: true };
                black_box(fold.push(&frame));
            }
            black_box(fold.finish());
        }
    });
}

#[divan::bench(args = ["chunks", "corpus"])]
fn reconstruct(bencher: Bencher<'_, '_>, name: &str) {
    let all = recordings(name);
    sized(bencher, &all).bench_local(|| {
        for frames in &all {
            let mut fold = Fold::reconstruct();
            for (i, (dir, raw)) in frames.iter().enumerate() {
                let number = FrameNumber(i as u32 + 1);
                let t = Moment(i as u64 * 1_000_000);
                fold.push(&FrameInput { number, dir: *dir, t, raw, terminated: true });
            }
            black_box(fold.into_timeline());
        }
    });
}

#[divan::bench]
fn split_into_frames(bencher: Bencher<'_, '_>) {
    let all = chunks();
    let stream: Vec<u8> = all.iter().flat_map(|(_, raw)| [&raw[..], b"\n"].concat()).collect();
    bencher.counter(ItemsCount::new(all.len())).counter(BytesCount::new(stream.len())).bench_local(
        || {
            let mut splitter = Splitter::new();
            for chunk in stream.chunks(64 << 10) {
                for piece in splitter.push(chunk) {
                    black_box(piece);
                }
            }
        },
    );
}
