//! Any bytes as a journal, a capture file, a file of another tool or an editor's settings: readers give values or
//! reasons, and never fail otherwise.
//!
//! A few thousand inputs in the ordinary run; `PROPTEST_CASES=1000000 cargo test --profile slow --test fuzz_readers` for a
//! night. Seeds are real recordings, bent.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::sync::OnceLock;

use acp_scope::core::frame::Dir;
use acp_scope::formats::{acp_jsonl, foreign};
use acp_scope::journal::{Clock, Header, Held, HowEnded, Reader, Stream, Writer};
use proptest::prelude::*;

/// The beginnings of files that readers know, whole and well-formed.
fn seeds() -> &'static Vec<Vec<u8>> {
    static SEEDS: OnceLock<Vec<Vec<u8>>> = OnceLock::new();
    SEEDS.get_or_init(|| {
        let mut all: Vec<Vec<u8>> = support::corpus()
            .iter()
            .map(|file| std::fs::read(file).unwrap().into_iter().take(3_000).collect())
            .collect();
        for text in [
            r#"[{"_direction":"outgoing","_type":"request","id":0,"method":"initialize","params":{"a":[1.0,null]}},
{"_direction":"incoming","_type":"response","id":0,"result":{}}]"#,
            r#"{"type":"request","ts":0.5,"from":"client","to":"proxy:0","id":"u","method":"m","params":{}}
{"type":"response","ts":0.7,"from":"agent","to":"client","id":"u","is_error":true,"payload":null}
{"type":"trace","ts":0.8,"message":"x"}"#,
            r#"{"ts":"2025-01-15T10:00:00Z","direction":"fromClient","json":"{\"id\":1}"}
{"ts":1736935200500,"direction":"fromAgent","json":{"id":1}}"#,
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"session/prompt\"}\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n",
        ] {
            all.push(text.as_bytes().to_vec());
        }
        all
    })
}

/// A seed with some bytes changed, taken out or put in.
fn bent() -> impl Strategy<Value = Vec<u8>> {
    let edits =
        proptest::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<u8>()), 0..6);
    (any::<prop::sample::Index>(), edits).prop_map(|(seed, edits)| {
        let mut bytes = seed.get(seeds()).clone();
        for (at, what, byte) in edits {
            let at = at.index(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
            match what {
                0 => bytes[at] = byte,
                1 => bytes.truncate(at.max(1)),
                2 => bytes.insert(at, byte),
                _ => bytes[at] = b"\"{}[],:\n"[usize::from(byte) % 8],
            }
        }
        bytes
    })
}

/// A small journal, as one segment.
fn journal() -> &'static (String, Vec<u8>) {
    static JOURNAL: OnceLock<(String, Vec<u8>)> = OnceLock::new();
    JOURNAL.get_or_init(|| {
        let dir = tempfile::tempdir().unwrap();
        let uuid = "019aaf00-0000-7000-8000-000000000000";
        let held = std::sync::Arc::new(Held::create(dir.path(), uuid).unwrap());
        let header = Header {
            format: 1,
            uuid: uuid.to_owned(),
            origin: "run".to_owned(),
            name: None,
            command: vec!["agent".to_owned()],
            cwd: None,
            env_names: Vec::new(),
            started_at: 0,
            pid: 1,
            version: "0".to_owned(),
        };
        let writer = Writer::begin(&held, &header, Clock::start(), Box::new(|_| {})).unwrap();
        for n in 0..20 {
            let stream = Stream::ALL[n % 3];
            writer.chunk(stream, format!("chunk {n}\n").repeat(n).as_bytes());
        }
        writer.end(Stream::Wire(Dir::ClientToAgent));
        writer.close(HowEnded::Exit(0));
        let name = "00000000000000000000.seg";
        (name.to_owned(), std::fs::read(held.path().join(name)).unwrap())
    })
}

proptest! {
    #[test]
    fn capture_files_and_files_of_other_tools(bytes in bent(), junk in proptest::collection::vec(any::<u8>(), 0..300)) {
        for bytes in [&bytes, &junk] {
            for (number, line) in bytes.split(|b| *b == b'\n').enumerate() {
                let _ = acp_jsonl::parse(line, number == 0);
            }
            let detected = foreign::detect(bytes);
            let text = String::from_utf8_lossy(bytes);
            for format in [foreign::Format::ZedPanel, foreign::Format::Conductor, foreign::Format::Inspector, foreign::Format::Bare] {
                if detected.is_some_and(|d| d != format) {
                    continue;
                }
                match foreign::convert(format, &text) {
                    Ok(lines) => {
                        for (number, line) in lines.iter().enumerate() {
                            let read = acp_jsonl::parse(line.as_bytes(), number == 0);
                            prop_assert!(matches!(read, Ok(Some(_))), "{line}: {read:?}");
                        }
                    }
                    Err(fault) => {
                        prop_assert!(fault.line >= 1 && fault.line <= 1 + text.lines().count() as u64, "{fault:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn journals(
        flips in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..5),
        cut in any::<prop::sample::Index>(),
        whole in any::<bool>(),
    ) {
        let (name, bytes) = journal();
        let mut bytes = bytes.clone();
        for (at, byte) in flips {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if !whole {
            bytes.truncate(cut.index(bytes.len()));
        }
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join(name), &bytes).unwrap();
        let mut reader = Reader::new(dir.path(), 0);
        let (mut at, mut read) = (0, 0);
        while let Some(window) = reader.next(u64::MAX).unwrap() {
            // Forward, and never the same twice.
            prop_assert!(window.offset >= at);
            at = window.offset + 1;
            read += window.bytes().len();
        }
        prop_assert!(read <= bytes.len());
    }
}
