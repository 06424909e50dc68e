//! What is fuzzed: each target takes any bytes, and panics when acp-scope does what it must never do.
//!
//! The same functions are run by cargo-fuzz (`fuzz/run`) and, for a few seconds and on any toolchain, by
//! `tests/fuzz_targets.rs`.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::path::PathBuf;

use acp_scope::core::filter::{self, Facts, Part};
use acp_scope::core::fold::{Fold, FrameInput, Options};
use acp_scope::core::frame::{Dir, FrameNumber, Moment, Splitter};
use acp_scope::core::message::{self, Kind, Reader as MessageReader, RequestId};
use acp_scope::core::redact::Known;
use acp_scope::core::rules::FAILED;
use acp_scope::formats::acp_jsonl::{self, Line};
use acp_scope::formats::foreign::{self, Format};
use acp_scope::formats::redacted;
use acp_scope::journal::{Reader, last_words};

/// A target's name, as cargo-fuzz and the folders of seeds have it, and the target.
pub type Target = (&'static str, fn(&[u8]));

/// All of them.
pub const TARGETS: &[Target] = &[
    ("splitter", splitter),
    ("message", message),
    ("fold", fold),
    ("import_capture", import_capture),
    ("import_zed_panel", import_zed_panel),
    ("import_conductor", import_conductor),
    ("import_inspector", import_inspector),
    ("import_bare", import_bare),
    ("filter", filter),
    ("journal", journal),
    ("redact", redact),
];

/// However a stream is cut into chunks, its frames are what stands between line feeds.
pub fn splitter(data: &[u8]) {
    let Some((&step, bytes)) = data.split_first() else { return };
    let mut splitter = Splitter::new();
    let (mut frames, mut open): (Vec<Vec<u8>>, Vec<u8>) = (Vec::new(), Vec::new());
    // Chunks of a length that changes as it goes.
    let (mut rest, mut length) = (bytes, usize::from(step) + 1);
    while !rest.is_empty() {
        let (chunk, later) = rest.split_at(length.min(rest.len()));
        for piece in splitter.push(chunk) {
            assert!(!piece.starts || open.is_empty(), "a frame begins inside of another");
            open.extend_from_slice(piece.bytes);
            if piece.ends {
                frames.push(std::mem::take(&mut open));
            }
        }
        rest = later;
        length = length * 7 % 257 + 1;
    }
    let unfinished = splitter.finish();
    if unfinished {
        frames.push(open);
    }
    let mut want: Vec<&[u8]> = bytes.split(|b| *b == b'\n').collect();
    if !unfinished {
        assert_eq!(want.pop(), Some(&[][..]), "something is left over");
    }
    assert_eq!(frames, want);
}

/// A frame reads the same whole and in pieces, and its ids come back as they were.
pub fn message(data: &[u8]) {
    let whole = message::read(data);
    let mut reader = MessageReader::new();
    for piece in data.chunks(3) {
        reader.push(piece);
    }
    assert_eq!(reader.finish(), whole, "in pieces");
    let (reading, value) = message::parse(data);
    assert_eq!(reading.message, whole.message);
    if value.is_none() {
        assert!(
            whole.message.kind == Kind::Invalid || !whole.remarks.is_empty(),
            "no tree of a frame without oddities"
        );
    }
    for message in whole.batch.iter().chain([&whole.message]) {
        if let Some(id) = &message.id {
            assert_eq!(RequestId::from_json(&id.to_json()).as_ref(), Some(id));
        }
    }
}

/// Any frames in any order: rules and timeline come to an end, and no rule fails.
pub fn fold(data: &[u8]) {
    let (mut judged, mut told) = (Fold::new(Options::default()), Fold::reconstruct());
    let mut count = 0;
    for line in data.split(|b| *b == b'\n').take(200) {
        // The first byte says which way it goes.
        let Some((&way, raw)) = line.split_first() else { continue };
        let dir = if way & 1 == 0 { Dir::AgentToClient } else { Dir::ClientToAgent };
        if way == b'~' {
            judged.eof(dir, Moment(u64::from(count)));
            continue;
        }
        count += 1;
        let number = FrameNumber(count);
        let t = Moment(u64::from(count) * 1_000_000);
        let frame = FrameInput { number, dir, t, raw, terminated: way & 2 == 0 };
        for finding in judged.push(&frame) {
            assert!(finding.rule != FAILED, "{}", finding.message);
            assert!(finding.frame.0 <= count, "{finding:?}");
        }
        told.push(&frame);
    }
    for finding in judged.finish() {
        assert!(finding.rule != FAILED, "{}", finding.message);
    }
    let timeline = told.into_timeline().expect("it was asked for");
    for number in 1..=count {
        let _ = timeline.places(FrameNumber(number)).count();
    }
}

/// A line of a capture file that can be read is the same when it is written and read again.
pub fn import_capture(data: &[u8]) {
    for (number, line) in data.split(|b| *b == b'\n').enumerate() {
        let Ok(Some(Line::Data { stream, t, first, raw, terminated })) =
            acp_jsonl::parse(line, number == 0)
        else {
            continue;
        };
        let t = t.unwrap_or_default();
        let again = acp_jsonl::write_data(stream, t, first.unwrap_or(t), &raw, terminated);
        match acp_jsonl::parse(again.as_bytes(), false) {
            Ok(Some(Line::Data { stream: s, t: Some(u), raw: r, terminated: e, .. })) => {
                assert_eq!((s, u, &r, e), (stream, t, &raw, terminated));
            }
            other => panic!("{again}: {other:?}"),
        }
    }
}

/// What is made of another tool's file is a capture file; what cannot be is refused at one of its lines.
fn import(format: Format, data: &[u8]) {
    let _ = foreign::detect(data);
    let text = String::from_utf8_lossy(data);
    match foreign::convert(format, &text) {
        Ok(lines) => {
            for (number, line) in lines.iter().enumerate() {
                let read = acp_jsonl::parse(line.as_bytes(), number == 0);
                assert!(matches!(read, Ok(Some(_))), "{line}: {read:?}");
            }
        }
        Err(fault) => {
            let lines = 1 + text.lines().count() as u64;
            assert!((1..=lines).contains(&fault.line), "{fault:?} of {lines} lines");
        }
    }
}

/// See [`import`].
pub fn import_zed_panel(data: &[u8]) {
    import(Format::ZedPanel, data);
}

/// See [`import`].
pub fn import_conductor(data: &[u8]) {
    import(Format::Conductor, data);
}

/// See [`import`].
pub fn import_inspector(data: &[u8]) {
    import(Format::Inspector, data);
}

/// See [`import`].
pub fn import_bare(data: &[u8]) {
    import(Format::Bare, data);
}

/// Any text as a filter: understood, or refused at a place in it; what is understood decides.
pub fn filter(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    match filter::parse(&text) {
        Ok(filter) => {
            let raw = br#"{"jsonrpc":"2.0","id":1,"method":"session/prompt"}"#;
            let facts = Facts {
                number: 7,
                t: 1_500_000_000,
                before: Some(1_000_000_000),
                dir: Dir::ClientToAgent,
                size: raw.len() as u64,
                terminated: true,
                odd: false,
                marked: false,
                message: Part { method: Some("session/prompt"), ..Part::default() },
                batch: Vec::new(),
                findings: Vec::new(),
                raw,
            };
            let _ = (filter.matches(&facts), filter.may_change(), filter.searched());
        }
        Err(e) => {
            assert!(e.span.start <= e.span.end && e.span.end <= text.len(), "{e:?}");
            assert!(text.get(e.span.clone()).is_some(), "{e:?} cuts a character");
        }
    }
    for cursor in [0, text.len() / 2, text.len()] {
        let found = filter::complete(&text, cursor, &filter::Known::default());
        assert!(text.get(found.span.clone()).is_some(), "{found:?}");
    }
}

thread_local! {
    static FOLDER: OnceCell<PathBuf> = const { OnceCell::new() };
}

/// A folder of this process, in memory where there is such a thing.
fn folder() -> PathBuf {
    FOLDER.with(|folder| {
        let make = || {
            let shm = PathBuf::from("/dev/shm");
            let above = if shm.is_dir() { shm } else { std::env::temp_dir() };
            let thread = format!("{:?}", std::thread::current().id());
            let digits: String = thread.chars().filter(char::is_ascii_digit).collect();
            let path = above.join(format!("acp-scope-fuzz-{}-{digits}", std::process::id()));
            std::fs::create_dir_all(&path).expect("a folder for journals");
            path
        };
        folder.get_or_init(make).clone()
    })
}

/// Any bytes as two segments of a journal: reading goes forward, ends, and gives no byte twice.
pub fn journal(data: &[u8]) {
    let folder = folder();
    let Some((&at, bytes)) = data.split_first() else { return };
    let cut = bytes.len() * usize::from(at) / 255;
    for entry in std::fs::read_dir(&folder).expect("the folder").flatten() {
        let _ = std::fs::remove_file(entry.path());
    }
    let parts = [(0, &bytes[..cut]), (cut, &bytes[cut..])];
    for (start, part) in parts.iter().filter(|(start, part)| *start == 0 || !part.is_empty()) {
        std::fs::write(folder.join(format!("{start:020}.seg")), part).expect("a segment");
    }
    std::fs::write(folder.join("reserve"), &bytes[..bytes.len().min(4096)]).expect("a reserve");
    let mut reader = Reader::new(&folder, 0);
    let (mut next, mut read, mut damaged) = (0, 0, 0);
    while let Some(window) = reader.next(u64::MAX).expect("readable") {
        assert!(window.offset >= next, "backwards");
        next = window.offset + 1;
        read += window.bytes().len();
        damaged += window.damage.map_or(0, |d| d.bytes);
    }
    damaged += reader.take_damage().map_or(0, |d| d.bytes);
    assert!(read as u64 + damaged <= bytes.len() as u64, "{read} read and {damaged} damaged");
    let _ = last_words(&folder).expect("readable");
}

/// Lines of a capture file keep their form when they are redacted: JSON stays JSON, a frame stays one line.
pub fn redact(data: &[u8]) {
    let known =
        Known { homes: vec!["/home/maja".into()], users: vec!["maja".into()], ..Known::default() };
    let mut reading = redacted::Reading::new(known);
    let lines: Vec<Cow<'_, [u8]>> = data
        .split(|b| *b == b'\n')
        .take(50)
        .map(|raw| match raw.split_first() {
            // Half of them as frames, which is where secrets stand.
            Some((way, raw)) if way & 1 == 1 => {
                let dir = if way & 2 == 0 { Dir::AgentToClient } else { Dir::ClientToAgent };
                let stream = acp_jsonl::Stream::Wire(dir);
                let line = acp_jsonl::write_data(stream, Moment(1), Moment(1), raw, way & 4 == 0);
                Cow::Owned(line.into_bytes())
            }
            _ => Cow::Borrowed(raw),
        })
        .collect();
    lines.iter().for_each(|line| reading.line(line));
    let mut writing = reading.finish();
    for line in &lines {
        let out = writing.line(line);
        assert!(!out.contains(&b'\n'), "one line became two");
        let json =
            |bytes: &[u8]| serde_json::from_slice::<&serde_json::value::RawValue>(bytes).is_ok();
        // What is none may become some: what made it none may have been part of a secret.
        assert!(json(&out) || !json(line), "{}", String::from_utf8_lossy(&out));
        if let (Ok(Some(Line::Data { raw: before, .. })), Ok(after)) =
            (acp_jsonl::parse(line, false), acp_jsonl::parse(&out, false))
        {
            let Some(Line::Data { raw: after, .. }) = after else { panic!("no frame any more") };
            assert!(json(&after) || !json(&before), "{}", String::from_utf8_lossy(&after));
        }
    }
}
