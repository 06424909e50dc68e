//! `acp-scope show`.

use std::io::{BufWriter, Write};
use std::path::Path;

use clap::{Args, ValueEnum};

use super::check::Check;
use super::error::Failure;
use super::text::{harmless, size, span, table};
use super::{Common, Format, import, list, recording};
use crate::core::frame::{Dir, FrameNumber};
use crate::core::message::Kind;
use crate::store::{FrameRow, RecordingRow, Store};

/// Frames that are read from the database at a time.
const WINDOW: usize = 2_000;

/// Print a recording, or a capture file without importing it
#[derive(Debug, Args)]
pub(super) struct Show {
    /// Number, beginning of the uuid, `last` or `live`; or a capture file
    #[arg(value_name = "REC|FILE")]
    recording: String,
    /// What to print
    #[arg(long, value_enum, default_value_t = View::Frames)]
    view: View,
    /// Only the frames up to this one
    #[arg(long, value_name = "FRAME")]
    at: Option<u32>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum View {
    /// The wire: a line for each frame
    Frames,
    /// Violations of the protocol, as `check` prints them
    Findings,
}

impl Show {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        if self.view == View::Findings {
            if self.at.is_some() {
                return Err(Failure::input(
                    "show: --at goes with --view frames: findings are those of the whole recording: \
                     leave it out",
                ));
            }
            return Check::only(&self.recording, self.format == Format::Json)
                .check(common)
                .map(drop);
        }
        let (store, row) = if Path::new(&self.recording).is_file() {
            let mut store = Store::in_memory()?;
            let number = import::import(&mut store, Path::new(&self.recording))?;
            let row = store.recording(number)?.ok_or(Failure::OutputClosed)?;
            (store, row)
        } else if self.recording.contains(['/', '.']) {
            return Err(Failure::input(format!(
                "{}: no such file: check its name, or name a recording: see `acp-scope list`",
                self.recording
            )));
        } else {
            let store = recording::open(common)?;
            let row = recording::find(&store, &self.recording)?;
            (store, row)
        };
        let last = self.at.unwrap_or(u32::MAX);
        let out = &mut BufWriter::new(anstream::stdout());
        match self.format {
            Format::Text => text(&store, &row, last, out),
            Format::Json => json(&store, &row, last, out),
        }?;
        out.flush().map_err(|e| Failure::output(&e))
    }
}

/// All frames up to `last`, in windows.
fn each(
    store: &Store,
    recording: &RecordingRow,
    last: u32,
    mut take: impl FnMut(Vec<FrameRow>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut from = 1;
    loop {
        let mut rows = store.frames(recording.number, FrameNumber(from), WINDOW)?;
        rows.retain(|r| r.number.0 <= last);
        let Some(end) = rows.last().map(|r| r.number.0) else { return Ok(()) };
        take(rows)?;
        from = end + 1;
    }
}

fn text(
    store: &Store,
    recording: &RecordingRow,
    last: u32,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let head = format!(
        "Recording {}: {}, {} frames, {}\n\n",
        recording.number,
        harmless(&recording.title()),
        recording.frames,
        list::state(recording)
    );
    out.write_all(head.as_bytes()).map_err(|e| Failure::output(&e))?;
    each(store, recording, last, |rows| {
        let columns = [
            ">#", ">time", "dir", "kind", "method", "id", "session", ">size", ">latency", "remark",
        ];
        let text = table(&columns, rows.iter().map(line));
        out.write_all(text.as_bytes()).map_err(|e| Failure::output(&e))
    })
}

/// A name from the wire, cut where a table would become unreadable.
fn short(name: &str, most: usize) -> String {
    let mut text: String = name.chars().take(most).collect();
    if text.len() < name.len() && most > 12 {
        text.push('…');
    }
    harmless(&text)
}

fn line(f: &FrameRow) -> Vec<String> {
    let method = f.method.as_deref().unwrap_or("");
    let what = match (f.variant.as_deref(), f.kind) {
        (Some(variant), _) => variant.to_owned(),
        (None, Kind::Response | Kind::Error) => format!("re {method}"),
        (None, _) => method.to_owned(),
    };
    let problem = f.problem.as_deref().unwrap_or("").replace('\n', "; ");
    let unterminated = if f.terminated { "" } else { "no line end; " };
    vec![
        f.number.to_string(),
        format!("{:.6}", f.t.seconds()),
        match f.dir {
            Dir::ClientToAgent => "→ agent".to_owned(),
            Dir::AgentToClient => "← agent".to_owned(),
        },
        f.kind.word().to_owned(),
        short(&what, 60),
        short(f.rpc_id.as_deref().unwrap_or(""), 24),
        short(f.session.as_deref().unwrap_or(""), 12),
        size(f.size as i64),
        f.latency.map(span).unwrap_or_default(),
        harmless(&format!("{unterminated}{problem}")),
    ]
}

fn json(
    store: &Store,
    recording: &RecordingRow,
    last: u32,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::output(&e);
    write!(out, "{{\"recording\":{},\"frames\":[", list::to_json(recording)).map_err(failed)?;
    let mut first = true;
    each(store, recording, last, |rows| {
        for f in rows {
            let comma = if std::mem::take(&mut first) { "\n" } else { ",\n" };
            write!(out, "{comma}{}", frame(&f)).map_err(failed)?;
        }
        Ok(())
    })?;
    writeln!(out, "\n]}}").map_err(failed)
}

/// A frame in JSON. The id is written as it was sent: no number type holds all that may be one.
#[derive(serde::Serialize)]
struct FrameJson<'a> {
    frame: u32,
    t: f64,
    dir: &'a str,
    kind: &'a str,
    method: Option<&'a str>,
    update: Option<&'a str>,
    id: Option<&'a serde_json::value::RawValue>,
    session: Option<&'a str>,
    size: u64,
    pair: Option<u32>,
    latency: Option<f64>,
    terminated: bool,
    problem: Option<&'a str>,
}

fn frame(f: &FrameRow) -> String {
    let row = FrameJson {
        frame: f.number.0,
        t: f.t.seconds(),
        dir: f.dir.code(),
        kind: f.kind.word(),
        method: f.method.as_deref(),
        update: f.variant.as_deref(),
        id: f.rpc_id.as_deref().and_then(|id| serde_json::from_str(id).ok()),
        session: f.session.as_deref(),
        size: f.size,
        pair: f.pair.map(|n| n.0),
        latency: f.latency.map(|l| l as f64 / 1e9),
        terminated: f.terminated,
        problem: f.problem.as_deref(),
    };
    serde_json::to_string(&row).unwrap_or_default()
}
