//! `acp-scope export`.

use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde_json::json;

use super::error::Failure;
use super::text::rfc3339_exact;
use super::{Common, recording};
use crate::core::frame::{FrameNumber, Moment};
use crate::core::rules;
use crate::formats::acp_jsonl::{self, Stream};
use crate::store::{Mark, Origin, RecordingRow, StderrRow, Store};

const WINDOW: usize = 1_000;

/// Write a recording as a capture file
///
/// The file holds every byte that crossed, prompts and file contents among them: look through it before
/// you pass it on.
#[derive(Debug, Args)]
pub(super) struct Export {
    /// Number, beginning of the uuid, `last` or `live`
    #[arg(value_name = "REC")]
    recording: String,
    /// File to write [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// File format
    #[arg(long, value_enum, default_value_t = FileFormat::Jsonl)]
    format: FileFormat,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FileFormat {
    /// Capture file: JSON Lines, one frame a line
    Jsonl,
}

impl Export {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let FileFormat::Jsonl = self.format;
        let store = recording::open(common)?;
        let row = recording::find(&store, &self.recording)?;
        match &self.output {
            None => write(&store, &row, &mut BufWriter::new(std::io::stdout().lock())),
            Some(path) => {
                refuse_own_files(common, path)?;
                let file = OpenOptions::new()
                    .write(true)
                    .create(true)
                    .truncate(true)
                    .mode(0o600)
                    .open(path)
                    .map_err(|e| {
                        Failure::input(format!(
                            "{}: cannot be written: {e}: name another file with -o",
                            path.display()
                        ))
                    })?;
                write(&store, &row, &mut BufWriter::with_capacity(1 << 20, file))
            }
        }
    }
}

/// An export must not overwrite what it is made from.
fn refuse_own_files(common: &Common, path: &Path) -> Result<(), Failure> {
    let database = common.location()?.database;
    let same = |suffix: &str| {
        let mut own = database.clone().into_os_string();
        own.push(suffix);
        match (std::fs::metadata(own), std::fs::metadata(path)) {
            (Ok(a), Ok(b)) => (a.dev(), a.ino()) == (b.dev(), b.ino()),
            _ => false,
        }
    };
    if ["", "-wal", "-shm", ".token", ".page"].into_iter().any(same) {
        return Err(Failure::input(format!(
            "{}: belongs to the database itself: name another file with -o",
            path.display()
        )));
    }
    Ok(())
}

fn write(store: &Store, row: &RecordingRow, out: &mut impl Write) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::output(&e);
    if let Some(header) = header(row) {
        writeln!(out, "{header}").map_err(failed)?;
    }
    let mut aside = Aside::new(store, row.number)?;
    let mut from = 1;
    aside.write_until(0, out)?;
    loop {
        let rows = store.frames(row.number, FrameNumber(from), WINDOW)?;
        let Some(last) = rows.last().map(|r| r.number.0) else { break };
        for f in rows {
            let raw = store.raw(row.number, f.number, usize::MAX)?.bytes;
            let first = Moment(f.t.0.saturating_sub(f.span));
            let line = acp_jsonl::write_data(Stream::Wire(f.dir), f.t, first, &raw, f.terminated);
            writeln!(out, "{line}").map_err(failed)?;
            aside.write_until(f.number.0, out)?;
        }
        from = last + 1;
    }
    aside.write_until(u32::MAX, out)?;
    out.flush().map_err(failed)
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
    fn new(store: &'a Store, recording: i64) -> Result<Aside<'a>, Failure> {
        let mut ends = store.marks(recording)?;
        ends.retain(|m| m.kind == "end");
        let none = Vec::new().into_iter().peekable();
        Ok(Aside { store, recording, lines: none, read: 0, ends: ends.into_iter().peekable() })
    }

    /// Writes what came before the frame behind this one.
    fn write_until(&mut self, frame: u32, out: &mut impl Write) -> Result<(), Failure> {
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
            writeln!(out, "{text}").map_err(|e| Failure::output(&e))?;
        }
    }
}

fn header(row: &RecordingRow) -> Option<String> {
    if let Some(header) = &row.header {
        return Some(header.clone());
    }
    if row.origin == Origin::Import {
        return None;
    }
    let header = json!({
        "acp_scope": 1,
        "started_at": row.started_at.map(rfc3339_exact),
        "uuid": row.uuid,
        "name": row.name,
        "command": row.command,
        "cwd": row.cwd,
        "seconds": row.duration().seconds(),
        "missing": row.missing,
        "made_by": concat!("acp-scope ", env!("CARGO_PKG_VERSION")),
        "judged_by": rules::basis(),
    });
    Some(without_nulls(header).to_string())
}

fn without_nulls(value: serde_json::Value) -> serde_json::Value {
    match value {
        serde_json::Value::Object(map) => map.into_iter().filter(|(_, v)| !v.is_null()).collect(),
        other => other,
    }
}
