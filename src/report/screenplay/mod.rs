//! A timeline for a terminal, written like a screenplay: who on the left, what in the middle, the frames on the
//! right; turns as blocks, a tool call as one line with its status and time, compaction as a rule through
//! the page, notices in the margin.

pub(in crate::report) mod body;
mod page;

use serde_json::Value;

use crate::core::frame::Moment;
use crate::core::timeline::outline::{SessionOutline, TurnOutline};
use crate::core::timeline::{Built, ItemKind};

use super::words::plural;
use body::Body;
pub use page::Page;

/// How much is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Columns of the terminal, at least 40.
    pub width: usize,
    /// Leave nothing out.
    pub full: bool,
}

/// The heading of a session.
pub fn session(page: &mut Page, s: &SessionOutline<'_>, title: Option<&str>) {
    let Some(id) = s.id else {
        page.heading("Connection", "");
        return;
    };
    let mut words = Vec::new();
    words.extend(title.map(|t| format!("“{t}”")));
    words.extend(s.origin.map(|o| o.word().to_owned()));
    words.extend(s.parent.map(|p| format!("of {p}")));
    words.extend(s.cwd.map(str::to_owned));
    page.heading(&format!("Session {id}"), &words.join(" · "));
}

/// The line that opens a turn: what became of it is said at once.
pub fn turn(page: &mut Page, t: &TurnOutline<'_>) {
    let (words, bad) = turn_words(t);
    page.turn(&format!("Turn {}", t.number), &words, bad);
}

/// What became of a turn, and whether it did not end as turns should.
pub(in crate::report) fn turn_words(t: &TurnOutline<'_>) -> (String, bool) {
    let mut words = Vec::new();
    match (t.stop, t.error, t.end) {
        (Some(stop), _, _) => words.push(stop.to_owned()),
        (None, Some(error), _) => words.push(format!("error {error}")),
        (None, None, Some(_)) => words.push("answered without a stop reason".to_owned()),
        (None, None, None) => words.push("never answered".to_owned()),
    }
    if let Some((_, end)) = t.end {
        words.push(span(end.since(t.t)));
    }
    words.extend(t.first_update.map(|m| format!("first update after {}", span(m.since(t.t)))));
    if t.tool_calls > 0 {
        words.push(plural(t.tool_calls as u64, "tool call"));
    }
    let waited: u64 = t.waits.iter().filter_map(|w| Some(w.to?.1.since(w.from))).sum();
    if !t.waits.is_empty() {
        words.push(format!("waited {} for the user", span(waited)));
    }
    words.extend(t.cost.map(|(amount, currency)| format!("{amount:.4} {currency}")));
    let bad = t.error.is_some() || t.end.is_none() || t.stop == Some("cancelled");
    (words.join(" · "), bad)
}

/// The line that opens a turn of which nothing else is known yet.
pub fn turn_begins(page: &mut Page, number: u32) {
    page.turn(&format!("Turn {number}"), "", false);
}

/// One item.
pub fn item(page: &mut Page, b: &Built) {
    let body = &mut Body::new(page, b);
    let state = &b.state;
    let text = |key: &str| state.get(key).and_then(Value::as_str);
    match b.kind {
        ItemKind::UserMessage => body.message("user", true),
        ItemKind::AgentMessage => body.message("agent", true),
        ItemKind::Thought => body.message("thought", false),
        ItemKind::ToolCall => body.tool_call(),
        ItemKind::Permission => body.permission(),
        ItemKind::Elicitation => body.elicitation(),
        ItemKind::Plan => body.plan(),
        ItemKind::Compaction => body.compaction(),
        ItemKind::Notice => body.notice(),
        ItemKind::Mode => body.quiet("mode", text("currentModeId").unwrap_or("none")),
        ItemKind::Config => body.options(),
        ItemKind::Commands => body.commands(),
        ItemKind::SessionInfo => body.quiet("title", text("title").unwrap_or("none")),
        ItemKind::Usage => body.usage(),
        ItemKind::SessionMessage => body.session_message(),
        ItemKind::Subagent => body.subagent(),
        ItemKind::Cursor => body.quiet("cursor", b.id.as_deref().unwrap_or("")),
        ItemKind::Suggestions => body.suggestions(),
        ItemKind::State => body.quiet("state", text("state").unwrap_or("")),
        ItemKind::Request | ItemKind::Extension => body.request(),
        ItemKind::Unknown => body.unknown(),
    }
}

/// A line of stderr at its moment.
pub fn stderr(page: &mut Page, line: &str) {
    page.dim("stderr", line);
}

/// Whether an item will hardly change any more, so that it can be printed while its recording grows.
#[must_use]
pub fn is_settled(b: &Built, is_last: bool, turn_is_over: bool) -> bool {
    if turn_is_over {
        return true;
    }
    let text = |key: &str| b.state.get(key).and_then(Value::as_str);
    match b.kind {
        ItemKind::AgentMessage | ItemKind::Thought | ItemKind::SessionMessage => !is_last,
        ItemKind::ToolCall => b.cancelled || matches!(text("status"), Some("completed" | "failed")),
        ItemKind::Compaction => text("status").is_some_and(|s| s != "in_progress"),
        ItemKind::Permission => b.state.contains_key("outcome") || b.state.contains_key("error"),
        ItemKind::Elicitation => b.state.contains_key("action") || b.state.contains_key("error"),
        _ => true,
    }
}

/// 850 µs, 12 ms, 4.2 s, 3 min 12 s.
fn span(nanos: u64) -> String {
    let seconds = nanos as f64 / 1e9;
    if seconds < 0.0009995 {
        format!("{:.0} µs", seconds * 1e6)
    } else if seconds < 0.9995 {
        format!("{:.0} ms", seconds * 1e3)
    } else if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        format!("{:.0} min {:.0} s", (seconds / 60.0).floor(), (seconds % 60.0).floor())
    }
}

/// The time from one moment to another.
pub(in crate::report) fn between(from: Moment, to: Moment) -> String {
    span(to.since(from))
}
