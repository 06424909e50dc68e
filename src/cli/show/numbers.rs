//! What each side knows, and the numbers of a recording, as text.

use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::cli::error::Failure;
use crate::cli::text::{harmless, size, span, table};
use crate::cli::{Format, list};
use crate::core::frame::{Dir, FrameNumber};
use crate::core::timeline::known::{Introduced, Known};
use crate::core::timeline::spent::{Share, spent};
use crate::core::timeline::{Timeline, latency, outline};
use crate::report::stats;
use crate::store::{RecordingRow, Store};

/// Turns of a session that the table shows, the last ones.
const TURNS: usize = 50;

/// What each side knows.
pub(super) fn state(known: &Known<'_>) -> String {
    let mut out = String::new();
    let version =
        if known.version.is_null() { "not agreed".to_owned() } else { known.version.to_string() };
    let _ = writeln!(out, "Handshake: {}, protocol version {version}", known.handshake.word());
    for (who, side) in [("client", &known.client), ("agent", &known.agent)] {
        match side {
            Some(side) => introduced(&mut out, who, side),
            None => {
                let _ = writeln!(out, "\n{who}: not introduced");
            }
        }
    }
    let _ = writeln!(out, "\nOpen requests: {}", known.open.len());
    for e in &known.open {
        let by = if e.dir() == Dir::ClientToAgent { "client" } else { "agent" };
        let method = harmless(&e.method);
        let _ =
            writeln!(out, "  #{} {method}, asked by the {by} at {:.3} s", e.frame, e.t.seconds());
    }
    for s in &known.sessions {
        let id = harmless(s.outline.id.unwrap_or(""));
        let title = s.title.as_deref().map(|t| format!(" “{}”", harmless(t))).unwrap_or_default();
        let _ = writeln!(out, "\nSession {id}{title}");
        if let Some(cwd) = s.outline.cwd {
            let _ = writeln!(out, "  folder    {}", harmless(cwd));
        }
        if let Some((turn, since)) = s.outline.open_turn {
            let _ = writeln!(out, "  turn      {turn} is running since frame {since}");
        }
        if let Some(mode) = &s.mode {
            let current = mode.get("currentModeId").and_then(Value::as_str).unwrap_or("unknown");
            let all = names(mode.get("availableModes"), "id");
            let _ = writeln!(out, "  mode      {} (of {})", harmless(current), harmless(&all));
        }
        for option in s.config.as_ref().and_then(Value::as_array).into_iter().flatten() {
            let text = |key: &str| option.get(key).and_then(Value::as_str).unwrap_or("?");
            let value = option.get("currentValue").cloned().unwrap_or_default();
            let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            let _ = writeln!(out, "  option    {} = {}", harmless(text("id")), harmless(&value));
        }
        if let Some(commands) = &s.commands {
            let _ = writeln!(out, "  commands  {}", harmless(&names(Some(commands), "name")));
        }
        for plan in &s.plans {
            let entries = plan.get("entries").and_then(Value::as_array).map_or(0, Vec::len);
            let _ = writeln!(out, "  plan      {entries} entries");
        }
        if let Some(usage) = s.usage.last() {
            let (used, size) = (usage.used.unwrap_or(0.0), usage.size.unwrap_or(0.0));
            let _ =
                writeln!(out, "  usage     {used:.0} of {size:.0} tokens at frame {}", usage.frame);
        }
    }
    out
}

fn introduced(out: &mut String, who: &str, side: &Introduced) {
    let text = |key: &str| side.info.get(key).and_then(Value::as_str).unwrap_or("");
    let name = if text("name").is_empty() { "gives no name" } else { text("name") };
    let _ = writeln!(out, "\n{who}: {} {}", harmless(name), harmless(text("version")));
    let mut lines = Vec::new();
    leaves(&side.capabilities, &mut String::new(), &mut lines);
    if lines.is_empty() {
        lines.push("no capabilities".to_owned());
    }
    for line in lines {
        let _ = writeln!(out, "  {}", harmless(&line));
    }
}

/// `fs.readTextFile true`: one line for each capability.
fn leaves(value: &Value, path: &mut String, lines: &mut Vec<String>) {
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (key, inner) in members {
                let end = path.len();
                if end > 0 {
                    path.push('.');
                }
                path.push_str(key);
                leaves(inner, path, lines);
                path.truncate(end);
            }
        }
        Value::Object(_) if !path.is_empty() => lines.push(format!("{path} yes")),
        Value::Object(_) | Value::Null => {}
        other => lines.push(format!("{path} {other}")),
    }
}

fn names(list: Option<&Value>, key: &str) -> String {
    let list = list.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let names: Vec<&str> = list.iter().filter_map(|v| v.get(key).and_then(Value::as_str)).collect();
    names.join(", ")
}

/// Numbers of a recording, or of one session.
pub(super) fn stats(
    session: Option<&str>,
    format: Format,
    row: &RecordingRow,
    timeline: &Timeline,
    at: FrameNumber,
    store: &Store,
) -> Result<String, Failure> {
    let place =
        session.and_then(|id| timeline.sessions.iter().position(|s| s.id.as_deref() == Some(id)));
    let calls = latency::calls(timeline, at, place);
    let mut sessions = outline::sessions(timeline, at);
    sessions.retain(|s| s.index > 0 && place.is_none_or(|p| p == s.index));
    let variants = store.count_variants(row.number, at, session)?;
    if format == Format::Json {
        let variants: Vec<Value> = variants
            .iter()
            .map(|v| json!({ "variant": v.name, "count": v.count, "bytes": v.bytes }))
            .collect();
        let document = json!({
            "recording": list::to_json(row),
            "at": at.0,
            "calls": stats::calls_json(&calls),
            "updates": variants,
            "turns": stats::turns_json(timeline, &sessions, at),
        });
        return Ok(format!("{document:#}\n"));
    }
    let mut out = format!(
        "Recording {}: {}, {} frames, {}, {}\n\n",
        row.number,
        harmless(&row.title()),
        at.0,
        size(row.bytes),
        span(row.duration().0)
    );
    let latency = |n: Option<u64>| n.map(span).unwrap_or_default();
    out.push_str(&table(
        &["asked by", "method", ">calls", ">errors", ">unanswered", ">p50", ">p95", ">max"],
        calls.iter().map(|c| {
            vec![
                if c.dir == Dir::ClientToAgent { "client" } else { "agent" }.to_owned(),
                harmless(&c.method),
                c.count.to_string(),
                c.errors.to_string(),
                c.open.to_string(),
                latency(c.percentile(0.5)),
                latency(c.percentile(0.95)),
                latency(c.latencies.last().copied()),
            ]
        }),
    ));
    out.push('\n');
    out.push_str(&table(
        &["update", ">count", ">bytes"],
        variants.iter().map(|v| vec![harmless(&v.name), v.count.to_string(), size(v.bytes)]),
    ));
    out.push('\n');
    out.push_str(&table(
        &[
            "session",
            ">turn",
            "stop",
            ">total",
            ">first update",
            ">agent",
            ">tools",
            ">human",
            ">client",
            ">silence",
            ">calls",
            ">updates",
        ],
        sessions.iter().flat_map(|s| {
            let of = &timeline.sessions[s.index];
            let last = outline::window(of, at, s.turns.saturating_sub(TURNS), TURNS);
            last.into_iter().map(move |t| {
                let w = t.is_over().then(|| spent(timeline, &t, at, t.last_known()));
                let part = |share| w.as_ref().map(|w| span(w.of(share))).unwrap_or_default();
                vec![
                    harmless(&s.id.unwrap_or("").chars().take(12).collect::<String>()),
                    t.number.to_string(),
                    harmless(t.stop.or(t.error).unwrap_or("never answered")),
                    w.as_ref().map(|w| span(w.total())).unwrap_or_default(),
                    t.first_update.map(|m| span(m.since(t.t))).unwrap_or_default(),
                    part(Share::Agent),
                    part(Share::Tools),
                    part(Share::Human),
                    part(Share::Client),
                    part(Share::Silence),
                    t.tool_calls.to_string(),
                    t.updates.to_string(),
                ]
            })
        }),
    ));
    let left: usize = sessions.iter().map(|s| s.turns.saturating_sub(TURNS)).sum();
    if left > 0 {
        let _ = writeln!(out, "\n{left} earlier turns are left out here; --format json has them");
    }
    Ok(out)
}
