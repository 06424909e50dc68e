//! Recordings as capture files: all of one, or some frames of it. The command line and the page's server share it.

mod batches;

use std::fmt;
use std::io::{self, Write};

use jiff::Timestamp;
use serde_json::{Map, Value, json};

pub use batches::{Batch, Batches, What};

use crate::core::frame::{FrameNumber, Moment};
use crate::core::rules;
use crate::formats::acp_jsonl::{self, Stream};
use crate::store::{self, Bookmark, Mark, Origin, RecordingRow, StderrRow, Store};

const WINDOW: usize = 1_000;

/// Why a file was not written.
#[derive(Debug)]
pub enum Error {
    /// The database.
    Store(store::Error),
    /// The file.
    Output(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Store(e) => e.fmt(f),
            Error::Output(e) => e.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<store::Error> for Error {
    fn from(e: store::Error) -> Error {
        Error::Store(e)
    }
}

impl From<io::Error> for Error {
    fn from(e: io::Error) -> Error {
        Error::Output(e)
    }
}

/// Writes a recording with all that belongs to it.
///
/// # Errors
/// Those of the database and of the file.
pub fn write(store: &Store, row: &RecordingRow, out: &mut impl Write) -> Result<(), Error> {
    let bookmarks = store.bookmarks(row.number)?;
    if let Some(header) = header(row, &bookmarks) {
        writeln!(out, "{header}")?;
    }
    let mut aside = Aside::new(store, row.number)?;
    let mut from = 1;
    aside.write_until(0, out)?;
    loop {
        let rows = store.frames(row.number, FrameNumber(from), WINDOW)?;
        let Some(last) = rows.last().map(|r| r.number.0) else { break };
        for f in rows {
            write_frame(store, row.number, &f, out)?;
            aside.write_until(f.number.0, out)?;
        }
        from = last + 1;
    }
    aside.write_until(u32::MAX, out)?;
    out.flush()?;
    Ok(())
}

/// Writes these frames of a recording, in the order of their numbers; in the file they are numbered from 1. Lines of
/// stderr and the ends of streams are left out, bookmarks go with their frames.
///
/// # Errors
/// Those of the database and of the file.
pub fn write_selection(
    store: &Store,
    row: &RecordingRow,
    frames: &[u32],
    out: &mut impl Write,
) -> Result<(), Error> {
    let mut frames = frames.to_vec();
    frames.sort_unstable();
    frames.dedup();
    let mut bookmarks = store.bookmarks(row.number)?;
    bookmarks.retain_mut(|b| match frames.binary_search(&b.frame) {
        Ok(place) => {
            b.frame = u32::try_from(place).unwrap_or(u32::MAX - 1) + 1;
            true
        }
        Err(_) => false,
    });
    let header = header(row, &bookmarks).unwrap_or_else(|| r#"{"acp_scope":1}"#.to_owned());
    let header =
        with(&header, "selection", json!(format!("{} of {} frames", frames.len(), row.frames)));
    writeln!(out, "{header}")?;
    for n in frames {
        if let Some(f) = store.frame(row.number, FrameNumber(n))? {
            write_frame(store, row.number, &f, out)?;
        }
    }
    out.flush()?;
    Ok(())
}

fn write_frame(
    store: &Store,
    recording: i64,
    f: &store::FrameRow,
    out: &mut impl Write,
) -> Result<(), Error> {
    let raw = store.raw(recording, f.number, usize::MAX)?.bytes;
    let first = Moment(f.t.0.saturating_sub(f.span));
    let line = acp_jsonl::write_data(Stream::Wire(f.dir), f.t, first, &raw, f.terminated);
    writeln!(out, "{line}")?;
    Ok(())
}

/// Stderr lines and ends of streams: they are not numbered as frames, and are written where they came.
struct Aside<'a> {
    store: &'a Store,
    recording: i64,
    lines: std::iter::Peekable<std::vec::IntoIter<StderrRow>>,
    read: usize,
    ends: std::iter::Peekable<std::vec::IntoIter<Mark>>,
}

impl<'a> Aside<'a> {
    fn new(store: &'a Store, recording: i64) -> Result<Aside<'a>, Error> {
        let mut ends = store.marks(recording)?;
        ends.retain(|m| m.kind == "end");
        let none = Vec::new().into_iter().peekable();
        Ok(Aside { store, recording, lines: none, read: 0, ends: ends.into_iter().peekable() })
    }

    /// Writes what came before the frame behind this one.
    fn write_until(&mut self, frame: u32, out: &mut impl Write) -> Result<(), Error> {
        loop {
            if self.lines.peek().is_none() {
                let more = self.store.stderr(self.recording, self.read, WINDOW)?;
                self.read += more.len();
                self.lines = more.into_iter().peekable();
            }
            let due = |after: u32| after <= frame;
            let line = self.lines.peek().filter(|l| due(l.after_frame)).map(|l| l.seq);
            let end = self.ends.peek().filter(|m| due(m.after_frame)).map(|m| m.seq);
            let text = match (line, end) {
                (None, None) => return Ok(()),
                (Some(line), end) if end.is_none_or(|end| line < end) => {
                    let Some(l) = self.lines.next() else { return Ok(()) };
                    let first = Moment(l.t.0.saturating_sub(l.span));
                    acp_jsonl::write_data(Stream::Stderr, l.t, first, &l.line, l.line_end)
                }
                _ => {
                    let Some(m) = self.ends.next() else { return Ok(()) };
                    let stream = m.stream.as_deref().and_then(Stream::from_code);
                    acp_jsonl::write_end(stream.unwrap_or(Stream::Stderr), m.t)
                }
            };
            writeln!(out, "{text}")?;
        }
    }
}

/// The first line. An imported file keeps its own, or its lack of one, but for what people have given to the recording
/// here: its name, tags and bookmarks are members that readers who do not know them pass over.
fn header(row: &RecordingRow, bookmarks: &[Bookmark]) -> Option<String> {
    let mut given = Map::new();
    if !row.tags.is_empty() {
        given.insert("tags".to_owned(), json!(row.tags));
    }
    if !bookmarks.is_empty() {
        given.insert(
            "bookmarks".to_owned(),
            json!(bookmarks.iter().map(bookmark).collect::<Vec<_>>()),
        );
    }
    if let Some(own) = &row.header {
        return Some(match serde_json::from_str(own) {
            Ok(Value::Object(mut map)) => {
                let named = map.get("name").and_then(Value::as_str);
                let renamed = named != row.name.as_deref();
                if !renamed && given.is_empty() {
                    return Some(own.clone());
                }
                if renamed {
                    match &row.name {
                        Some(name) => map.insert("name".to_owned(), json!(name)),
                        None => map.shift_remove("name"),
                    };
                }
                map.extend(given);
                Value::Object(map).to_string()
            }
            _ => own.clone(),
        });
    }
    if let Some(name) = &row.name {
        given.shift_insert(0, "name".to_owned(), json!(name));
    }
    if row.origin == Origin::Import {
        if given.is_empty() {
            return None;
        }
        given.shift_insert(0, "acp_scope".to_owned(), json!(1));
        return Some(Value::Object(given).to_string());
    }
    let header = json!({
        "acp_scope": 1,
        "started_at": row.started_at.map(rfc3339),
        "uuid": row.uuid,
        "name": row.name,
        "command": row.command,
        "cwd": row.cwd,
        "seconds": row.duration().seconds(),
        "missing": row.missing,
        "made_by": concat!("acp-scope ", env!("CARGO_PKG_VERSION")),
        "judged_by": rules::basis(),
    });
    let mut header = without_nulls(header);
    if let Value::Object(map) = &mut header {
        map.extend(given);
    }
    Some(header.to_string())
}

fn bookmark(b: &Bookmark) -> Value {
    without_nulls(json!({
        "frame": b.frame,
        "item": b.item,
        "note": b.note,
        "made_at": rfc3339(b.made_at),
    }))
}

/// A header with one member more.
fn with(header: &str, name: &str, value: Value) -> String {
    match serde_json::from_str(header) {
        Ok(Value::Object(mut map)) => {
            map.insert(name.to_owned(), value);
            Value::Object(map).to_string()
        }
        _ => header.to_owned(),
    }
}

/// The header as it was before tags and bookmarks came into it.
#[must_use]
pub fn without_given(header: &str) -> String {
    match serde_json::from_str(header) {
        Ok(Value::Object(mut map)) => {
            let removed = ["tags", "bookmarks"].map(|name| map.shift_remove(name).is_some());
            if removed.contains(&true) {
                return Value::Object(map).to_string();
            }
            header.to_owned()
        }
        _ => header.to_owned(),
    }
}

fn rfc3339(nanos: i64) -> String {
    Timestamp::from_nanosecond(i128::from(nanos)).map_or_else(|_| String::new(), |t| t.to_string())
}

fn without_nulls(value: Value) -> Value {
    match value {
        Value::Object(map) => map.into_iter().filter(|(_, v)| !v.is_null()).collect(),
        other => other,
    }
}
