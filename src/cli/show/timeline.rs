//! `acp-scope show --view timeline|state|stats`: the conversation, reconstructed.

use std::io::Write;

use serde_json::json;

use super::{Show, View, numbers, play};
use crate::cli::error::Failure;
use crate::cli::text::harmless;
use crate::cli::{Format, list};
use crate::core::frame::FrameNumber;
use crate::core::timeline::{Timeline, build, known, outline};
use crate::reconstruct::{Follower, Held};
use crate::report;
use crate::store::{RecordingRow, Store};

/// Frames that are folded at a time.
const BATCH: usize = 10_000;
/// Lines of stderr that are read at a time.
const LINES: usize = 1_000;

pub(super) fn show(
    show: &Show,
    store: &Store,
    row: &RecordingRow,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let mut follower = Follower::open(store, row)?;
    while follower.follow(store, BATCH)? {}
    if show.follow {
        return play::follow(show, store, row, follower, out);
    }
    let Some(timeline) = follower.timeline() else { return Ok(()) };
    let at = show.moment(row);
    if let Some(id) = &show.session
        && timeline.session(id).is_none_or(|s| s.first > at)
    {
        return Err(unknown_session(id, timeline, at));
    }
    let frames = &mut Held::new(store, row.number);
    match (show.view, show.format) {
        (View::State, Format::Json) => {
            let mut document = report::timeline::known(&known::at(timeline, frames, at));
            frames.check(())?;
            document["recording"] = list::to_json(row);
            document["at"] = json!(at.0);
            writeln!(out, "{document:#}").map_err(|e| Failure::output(&e))
        }
        (View::State, Format::Text) => {
            let known = known::at(timeline, frames, at);
            frames.check(())?;
            let text = numbers::state(&known);
            out.write_all(text.as_bytes()).map_err(|e| Failure::output(&e))
        }
        (View::Stats, format) => {
            let text = numbers::stats(show.session.as_deref(), format, row, timeline, at, store)?;
            out.write_all(text.as_bytes()).map_err(|e| Failure::output(&e))
        }
        (_, Format::Text) => play::print(show, store, row, timeline, at, frames, out),
        (_, Format::Json) => json(show, store, row, timeline, at, frames, out),
    }
}

fn unknown_session(id: &str, timeline: &Timeline, at: FrameNumber) -> Failure {
    let there: Vec<&str> =
        outline::sessions(timeline, at).into_iter().filter_map(|s| s.id).take(5).collect();
    let there = if there.is_empty() {
        "there is none at this moment".to_owned()
    } else {
        format!("there is {}", there.join(", "))
    };
    Failure::input(format!(
        "--session {id}: no such session: {}: name it in full",
        harmless(&there)
    ))
}

/// One document, written item by item: a timeline may be larger than memory.
fn json(
    show: &Show,
    store: &Store,
    row: &RecordingRow,
    timeline: &Timeline,
    at: FrameNumber,
    frames: &mut Held<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let failed = |e: std::io::Error| Failure::output(&e);
    let recording = list::to_json(row);
    write!(out, "{{\"recording\":{recording},\n\"at\":{},\n\"sessions\":[", at.0)
        .map_err(failed)?;
    let sessions = outline::sessions(timeline, at);
    let mut first = true;
    for outline in &sessions {
        let wanted = show.session.as_deref().is_none_or(|id| outline.id == Some(id));
        if outline.index == 0 || !wanted {
            continue;
        }
        let comma = if std::mem::take(&mut first) { "" } else { "," };
        let title = known::title(timeline, outline.index, frames, at);
        let turns = outline::turns(&timeline.sessions[outline.index], at);
        let head = report::timeline::session(outline, title.as_deref(), &turns);
        let mut head = serde_json::Value::Object(head).to_string();
        head.pop();
        write!(out, "{comma}\n{head},\"items\":[").map_err(failed)?;
        items(show, timeline, outline, at, frames, out)?;
        write!(out, "\n]}}").map_err(failed)?;
    }
    write!(out, "\n],\n\"connection\":{{\"items\":[").map_err(failed)?;
    if show.session.is_none() {
        items(show, timeline, &sessions[0], at, frames, out)?;
    }
    write!(out, "\n]}},\n\"plumbing\":[").map_err(failed)?;
    for (i, plumbing) in timeline.plumbing(at).enumerate() {
        let comma = if i == 0 { "" } else { "," };
        write!(out, "{comma}{}", report::timeline::plumbing(plumbing)).map_err(failed)?;
    }
    write!(out, "],\n\"stderr\":[").map_err(failed)?;
    let mut skip = 0;
    loop {
        let lines = store.stderr(row.number, skip, LINES)?;
        if lines.is_empty() {
            break;
        }
        for (i, line) in lines.iter().enumerate().filter(|(_, l)| l.after_frame <= at.0) {
            let comma = if skip + i == 0 { "\n" } else { ",\n" };
            let text = String::from_utf8_lossy(&line.line);
            let line =
                json!({ "after_frame": line.after_frame, "t": line.t.seconds(), "line": text });
            write!(out, "{comma}{line}").map_err(failed)?;
        }
        skip += lines.len();
    }
    writeln!(out, "]}}").map_err(failed)
}

fn items(
    show: &Show,
    timeline: &Timeline,
    outline: &outline::SessionOutline<'_>,
    at: FrameNumber,
    frames: &mut Held<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let session = &timeline.sessions[outline.index];
    let mut first = true;
    for index in 0..outline.items {
        if show.turn.is_some_and(|turn| session.items[index].turn != turn) {
            continue;
        }
        let built = build::item(timeline, session, index, frames, at);
        if let Some(built) = frames.check(built)? {
            let comma = if std::mem::take(&mut first) { "\n" } else { ",\n" };
            write!(out, "{comma}{}", report::timeline::item(&built))
                .map_err(|e| Failure::output(&e))?;
        }
    }
    Ok(())
}
