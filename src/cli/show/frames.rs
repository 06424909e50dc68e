//! `acp-scope show --view frames`: the wire, a line for each frame.

use std::collections::BTreeMap;
use std::io::Write;

use crate::cli::error::Failure;
use crate::cli::text::{harmless, size, span, table};
use crate::cli::{filtered, list};
use crate::core::filter::Filter;
use crate::core::frame::Dir;
use crate::core::message::Kind;
use crate::store::{FrameRow, RecordingRow, Store};

pub(super) fn text(
    store: &Store,
    recording: &RecordingRow,
    filter: &Filter,
    last: u32,
    is_file: bool,
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
    let marks = marks(store, recording)?;
    filtered::each(store, recording, filter, last, is_file, |rows| {
        let columns = [
            ">#", ">time", "dir", "kind", "method", "id", "session", ">size", ">latency", "remark",
        ];
        let text = table(&columns, rows.iter().map(|f| line(f, marks.get(&f.number.0))));
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

/// The user's bookmarks by frame, with their notes.
fn marks(store: &Store, recording: &RecordingRow) -> Result<BTreeMap<u32, Vec<String>>, Failure> {
    let mut marks: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for b in store.bookmarks(recording.number)? {
        marks.entry(b.frame).or_default().extend(b.note);
    }
    Ok(marks)
}

fn line(f: &FrameRow, mark: Option<&Vec<String>>) -> Vec<String> {
    let method = f.method.as_deref().unwrap_or("");
    let what = match (f.variant.as_deref(), f.kind) {
        (Some(variant), _) => variant.to_owned(),
        (None, Kind::Response | Kind::Error) => format!("re {method}"),
        (None, _) => method.to_owned(),
    };
    let problem = f.problem.as_deref().unwrap_or("").replace('\n', "; ");
    let mark = match mark {
        None => String::new(),
        Some(notes) if notes.is_empty() => "★ ".to_owned(),
        Some(notes) => format!("★ {}; ", notes.join("; ").replace('\n', " ")),
    };
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
        harmless(format!("{mark}{unterminated}{problem}").trim_end_matches([' ', ';'])),
    ]
}

pub(super) fn json(
    store: &Store,
    recording: &RecordingRow,
    filter: &Filter,
    last: u32,
    is_file: bool,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::output(&e);
    write!(out, "{{\"recording\":{},\"frames\":[", list::to_json(recording)).map_err(failed)?;
    let mut first = true;
    let marks = marks(store, recording)?;
    filtered::each(store, recording, filter, last, is_file, |rows| {
        for f in rows {
            let comma = if std::mem::take(&mut first) { "\n" } else { ",\n" };
            write!(out, "{comma}{}", frame(&f, marks.get(&f.number.0))).map_err(failed)?;
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
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    marked: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

fn frame(f: &FrameRow, mark: Option<&Vec<String>>) -> String {
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
        marked: mark.is_some(),
        note: mark.filter(|notes| !notes.is_empty()).map(|notes| notes.join("\n")),
    };
    serde_json::to_string(&row).unwrap_or_default()
}
