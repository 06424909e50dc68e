//! Recordings made to be passed on: as capture files, or as documents; without secrets unless somebody wants them in it.
//!
//! Redaction works on the lines of the capture file, twice over them. A document is made of those lines, read back, so that
//! nothing that was replaced can stand in it.

use std::fmt;
use std::io::{self, Cursor, Write};

use regex::Regex;

use crate::capture;
use crate::core::frame::FrameNumber;
use crate::core::redact::{Known, Place, Redacted, Redactor};
use crate::core::timeline::{build, known, outline};
use crate::formats::redacted::Reading;
use crate::import;
use crate::reconstruct::{Follower, Held};
use crate::report::document::{self, Document};
use crate::store::{self, RecordingRow, Store};

/// Bytes of a recording that a document is made of: it is held in memory.
pub const LARGEST: i64 = 256 << 20;
/// Frames that a document shows, and how much of each.
const FRAMES: usize = 5_000;
const TEXT: usize = 16 << 10;
/// Findings that a document lists.
const FINDINGS: usize = 2_000;
/// Frames that are folded at a time.
const BATCH: usize = 10_000;

/// In which form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A capture file: JSON Lines.
    Capture,
    /// A page of HTML that needs nothing else.
    Html,
    /// Markdown.
    Markdown,
}

/// What is to be written.
#[derive(Debug)]
pub struct Wanted {
    /// In which form.
    pub form: Form,
    /// These frames only.
    pub frames: Option<Vec<u32>>,
    /// Secrets are replaced, with what is known beforehand; `None` includes everything.
    pub redact: Option<Known>,
}

/// Why nothing was written.
#[derive(Debug)]
pub enum Error {
    /// The database or the file.
    Capture(capture::Error),
    /// What was written cannot be read back.
    Import(import::Error),
    /// A document would be too large.
    TooLarge(i64),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Capture(e) => e.fmt(f),
            Error::Import(e) => e.fmt(f),
            Error::TooLarge(bytes) => write!(
                f,
                "the recording has {} MB and a document holds at most 256 MB: choose frames, or write a capture file",
                bytes >> 20
            ),
        }
    }
}

impl std::error::Error for Error {}

impl From<capture::Error> for Error {
    fn from(e: capture::Error) -> Error {
        Error::Capture(e)
    }
}

impl From<import::Error> for Error {
    fn from(e: import::Error) -> Error {
        Error::Import(e)
    }
}

impl From<store::Error> for Error {
    fn from(e: store::Error) -> Error {
        Error::Capture(e.into())
    }
}

impl From<io::Error> for Error {
    fn from(e: io::Error) -> Error {
        Error::Capture(e.into())
    }
}

/// Who is at work here, and what they want replaced besides.
#[must_use]
pub fn known_here(patterns: Vec<Regex>) -> Known {
    let named = |name: &str| std::env::var(name).ok().filter(|value| value.len() > 1);
    let homes: Vec<String> = named("HOME").filter(|home| home != "/root").into_iter().collect();
    let users = [named("USER"), named("LOGNAME")].into_iter().flatten();
    let users = users.filter(|user| user != "root").collect();
    Known { homes, users, patterns }
}

/// Writes it; gives what was replaced, with the frames' numbers in the recording.
///
/// # Errors
/// Those of the database and of the file; a document that would be too large.
pub fn write(
    store: &Store,
    row: &RecordingRow,
    wanted: &Wanted,
    out: &mut impl Write,
) -> Result<Vec<Redacted>, Error> {
    // All of it is one look at the database: what is being recorded does not grow between the passes.
    let _snapshot = store.snapshot();
    let frames = wanted.frames.as_deref();
    if wanted.form == Form::Capture {
        return Ok(match &wanted.redact {
            None => {
                plain(store, row, frames, out)?;
                Vec::new()
            }
            Some(known) => redacted(store, row, frames, known.clone(), out)?,
        });
    }
    if row.bytes > LARGEST && frames.is_none() {
        return Err(Error::TooLarge(row.bytes));
    }
    let mut lines = Vec::new();
    let replaced = match &wanted.redact {
        None => {
            plain(store, row, frames, &mut lines)?;
            None
        }
        Some(known) => Some(redacted(store, row, frames, known.clone(), &mut lines)?),
    };
    let mut held = Store::in_memory()?;
    let number = import::read(&mut held, Box::new(Cursor::new(lines)), &row.title())?;
    let document = document(&held, number, replaced.as_deref())?;
    let text = match wanted.form {
        Form::Markdown => document::markdown::write(&document),
        Form::Html | Form::Capture => document::html::write(&document),
    };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(replaced.unwrap_or_default())
}

fn plain(
    store: &Store,
    row: &RecordingRow,
    frames: Option<&[u32]>,
    out: &mut impl Write,
) -> Result<(), capture::Error> {
    match frames {
        Some(frames) => capture::write_selection(store, row, frames, out),
        None => capture::write(store, row, out),
    }
}

/// Made twice: to learn what is secret, and to replace it.
fn redacted(
    store: &Store,
    row: &RecordingRow,
    frames: Option<&[u32]>,
    known: Known,
    out: &mut impl Write,
) -> Result<Vec<Redacted>, capture::Error> {
    let mut writing = learn(store, row, frames, known)?.finish();
    plain(
        store,
        row,
        frames,
        &mut Lines::new(|line: &[u8]| {
            out.write_all(&writing.line(line))?;
            out.write_all(b"\n")
        }),
    )?;
    out.flush()?;
    let mut all = writing.summary();
    if let Some(frames) = frames {
        // In the file of a selection frames are numbered from 1.
        let mut numbers = frames.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        for place in all.iter_mut().flat_map(|one| &mut one.places) {
            if let Place::Frame(n) = place {
                *n = numbers.get(*n as usize - 1).copied().unwrap_or(*n);
            }
        }
    }
    Ok(all)
}

fn learn(
    store: &Store,
    row: &RecordingRow,
    frames: Option<&[u32]>,
    known: Known,
) -> Result<Reading, capture::Error> {
    let mut reading = Reading::new(known);
    plain(
        store,
        row,
        frames,
        &mut Lines::new(|line: &[u8]| {
            reading.line(line);
            Ok(())
        }),
    )?;
    Ok(reading)
}

/// What replaces the secrets of a recording, for one frame or another of it.
///
/// # Errors
/// Those of the database.
pub fn redactor(store: &Store, row: &RecordingRow, known: Known) -> Result<Redactor, Error> {
    Ok(learn(store, row, None, known)?.into_redactor())
}

/// What was replaced, in a line.
#[must_use]
pub fn told(one: &Redacted) -> String {
    const SHOWN: usize = 8;
    let place = |p: &Place| match p {
        Place::Header => "the header".to_owned(),
        Place::Frame(n) => format!("frame {n}"),
        Place::Stderr(n) => format!("stderr line {n}"),
    };
    let mut places: Vec<String> = one.places.iter().take(SHOWN).map(place).collect();
    if one.places.len() > SHOWN {
        places.push(format!("{} more", one.places.len() - SHOWN));
    }
    let times = if one.times == 1 { "once".to_owned() } else { format!("{} times", one.times) };
    format!("{}: {times} in {}", one.placeholder, places.join(", "))
}

/// The only recording of a database as a document.
fn document(store: &Store, number: i64, replaced: Option<&[Redacted]>) -> Result<Document, Error> {
    let Some(row) = store.recording(number)? else { return Ok(Document::default()) };
    let mut follower = Follower::new(number);
    while follower.follow(store, BATCH)? {}
    let mut sessions = Vec::new();
    let mut frames = Held::new(store, number);
    let last = FrameNumber(u32::try_from(row.frames).unwrap_or(u32::MAX));
    if let Some(timeline) = follower.timeline() {
        for outline in outline::sessions(timeline, last) {
            let session = &timeline.sessions[outline.index];
            if outline.items == 0 {
                continue;
            }
            let named = known::title(timeline, outline.index, &mut frames, last);
            let title = match (outline.id, named) {
                (None, _) => "Connection".to_owned(),
                (Some(id), Some(title)) => format!("{title} (session {id})"),
                (Some(id), None) => format!("Session {id}"),
            };
            let mut lines = Vec::new();
            let turns = outline::turns(session, last);
            let mut turn = 0;
            for index in 0..outline.items {
                let of = session.items[index].turn;
                if of != turn && of > 0 {
                    lines.extend(turns.get(of as usize - 1).map(document::turn));
                }
                turn = of;
                let built = build::item(timeline, session, index, &mut frames, last);
                if let Some(built) = frames.check(built)? {
                    lines.push(document::Line::Entry(document::entry(&built)));
                }
            }
            sessions.push(document::Part { title, lines });
        }
    }
    let peer = |p: &Option<crate::core::peer::Peer>, otherwise: &str| {
        let shown = p.as_ref().and_then(crate::core::peer::Peer::shown).unwrap_or(otherwise);
        let version = p.as_ref().and_then(|p| p.version.as_deref()).unwrap_or("");
        format!("{shown} {version}").trim_end().to_owned()
    };
    let ends = [peer(&row.client, "the client"), peer(&row.agent, "the agent")];
    let found = store.findings(number, FrameNumber(1), last, FINDINGS)?;
    let findings = found
        .into_iter()
        .map(|f| document::Finding {
            who: ends[usize::from(f.side != "client")].clone(),
            severity: f.severity,
            rule: f.rule,
            frame: f.frame.0,
            message: f.message,
        })
        .collect();
    let shown = store.frames(number, FrameNumber(1), FRAMES)?;
    let left_out = (row.frames as u64).saturating_sub(shown.len() as u64);
    let mut wire = Vec::with_capacity(shown.len());
    for f in shown {
        let raw = store.raw(number, f.number, TEXT + 1)?.bytes;
        let kind = f.kind.word();
        let name = f.variant.as_deref().or(f.method.as_deref()).unwrap_or("");
        wire.push(document::Frame {
            number: f.number.0,
            t: f.t,
            dir: f.dir,
            what: format!("{kind} {name}").trim_end().to_owned(),
            size: f.size,
            text: laid_out(&raw[..raw.len().min(TEXT)]),
            cut: f.size > TEXT as u64,
        });
    }
    let mut facts = Vec::new();
    if let Some(started) = row.started_at {
        let started = jiff::Timestamp::from_nanosecond(i128::from(started));
        facts.extend(started.ok().map(|t| ("Started", format!("{t:.0}"))));
    }
    facts.push(("Took", format!("{:.1} s", row.duration().seconds())));
    facts.push(("Frames", row.frames.to_string()));
    facts.extend(row.protocol_version.clone().map(|v| ("Protocol", format!("ACP {v}"))));
    facts.extend(row.cwd.clone().map(|cwd| ("Folder", cwd)));
    facts.extend((!row.tags.is_empty()).then(|| ("Tags", row.tags.join(", "))));
    let redacted = replaced.map(|all| all.iter().map(told).collect());
    Ok(Document {
        title: row.title(),
        ends,
        facts,
        redacted,
        findings,
        sessions,
        frames: wire,
        left_out,
    })
}

/// JSON with line breaks; anything else as it is.
fn laid_out(raw: &[u8]) -> String {
    serde_json::from_slice::<serde_json::Value>(raw)
        .map_or_else(|_| String::from_utf8_lossy(raw).into_owned(), |value| format!("{value:#}"))
}

/// Takes what is written apart into lines, and hands each on without its line feed.
struct Lines<F: FnMut(&[u8]) -> io::Result<()>> {
    line: Vec<u8>,
    hand_on: F,
}

impl<F: FnMut(&[u8]) -> io::Result<()>> Lines<F> {
    fn new(hand_on: F) -> Lines<F> {
        Lines { line: Vec::new(), hand_on }
    }
}

impl<F: FnMut(&[u8]) -> io::Result<()>> Write for Lines<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut rest = bytes;
        while let Some(end) = memchr::memchr(b'\n', rest) {
            self.line.extend_from_slice(&rest[..end]);
            (self.hand_on)(&self.line)?;
            self.line.clear();
            rest = &rest[end + 1..];
        }
        self.line.extend_from_slice(rest);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
