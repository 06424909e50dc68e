//! How each kind of item reads.

use serde_json::Value;

use super::between;
use super::page::{BLUE, BOLD, CYAN, DIM, GREEN, MAGENTA, PLAIN, Page, RED, YELLOW, harmless};
use crate::core::timeline::Built;
use crate::report::words::plural;

/// Lines of a text that are shown unless all is asked for.
const MESSAGE: usize = 40;
const THOUGHT: usize = 2;
const OUTPUT: usize = 8;
const DIFF: usize = 24;
const SUMMARY: usize = 4;

pub(super) struct Body<'a> {
    page: &'a mut Page,
    b: &'a Built,
}

impl<'a> Body<'a> {
    pub(super) fn new(page: &'a mut Page, b: &'a Built) -> Body<'a> {
        Body { page, b }
    }

    fn text(&self, key: &str) -> Option<&'a str> {
        self.b.state.get(key).and_then(Value::as_str)
    }

    fn list(&self, key: &str) -> &'a [Value] {
        self.b.state.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    /// `#12`, `#15–31`, `#12 …48`, and what else is to be known of the item.
    fn frames(&self) -> String {
        let (first, last) = match (self.b.frames.first(), self.b.frames.last()) {
            (Some(first), Some(last)) => (first.0, last.0),
            _ => return String::new(),
        };
        let replay = if self.b.replay { "replay " } else { "" };
        if first == last {
            format!("{replay}#{first}")
        } else if (last - first) as usize + 1 == self.b.frames.len() {
            format!("{replay}#{first}–{last}")
        } else {
            format!("{replay}#{first}…{last}")
        }
    }

    fn most(&self, lines: usize) -> usize {
        if self.page.is_full() { usize::MAX } else { lines }
    }

    pub(super) fn quiet(&mut self, who: &str, what: &str) {
        let frames = self.frames();
        self.page.line(who, DIM, &format!("{DIM}{}{DIM:#}", harmless(what)), &frames);
    }

    pub(super) fn message(&mut self, who: &str, loud: bool) {
        let style = match who {
            "user" => BLUE.bold(),
            "agent" => CYAN.bold(),
            _ => DIM,
        };
        let text = words_of(self.list("content"));
        let frames = self.frames();
        let most = self.most(if loud { MESSAGE } else { THOUGHT });
        let dim = self.b.compacted_away || self.b.replay || !loud;
        let body = if dim { DIM } else { PLAIN };
        let mut lines = self.page.wrap(text.trim_end_matches('\n'), &frames);
        shorten(&mut lines, most);
        self.page.said(who, style, &lines, body, &frames);
    }

    pub(super) fn tool_call(&mut self) {
        let status = self.text("status").unwrap_or("");
        let (mark, style) = match (self.b.cancelled, status) {
            (true, _) => ("⊘", RED),
            (_, "completed") => ("●", GREEN),
            (_, "failed") => ("✗", RED),
            (_, "in_progress") => ("◐", YELLOW),
            _ => ("○", DIM),
        };
        let told = if self.b.cancelled { "cancelled" } else { status };
        let title = self.text("title").unwrap_or("(no title)");
        let kind = self.text("kind").map(|k| format!(" {DIM}{}{DIM:#}", harmless(k)));
        let time = between(self.b.t, self.b.last_t);
        let places: Vec<String> = self.list("locations").iter().filter_map(location).collect();
        let places = if places.is_empty() {
            String::new()
        } else {
            format!("  {DIM}{}{DIM:#}", harmless(&places.join(", ")))
        };
        let what = format!(
            "{style}{mark}{style:#} {BOLD}{}{BOLD:#}{}  {style}{}{style:#} {DIM}{time}{DIM:#}{places}",
            harmless(title),
            kind.unwrap_or_default(),
            harmless(told),
        );
        let frames = self.frames();
        self.page.line("tool", PLAIN, &what, &frames);
        for content in self.list("content") {
            self.tool_content(content);
        }
        if self.list("content").is_empty()
            && let Some(output) = self.b.state.get("rawOutput").and_then(Value::as_str)
        {
            self.output(output);
        }
    }

    fn tool_content(&mut self, content: &Value) {
        let text = |key: &str| content.get(key).and_then(Value::as_str);
        match text("type") {
            Some("diff") => {
                self.page.text("│ ", text("path").unwrap_or("?"), BOLD);
                self.diff(text("oldText").unwrap_or(""), text("newText").unwrap_or(""));
            }
            Some("terminal") => {
                let id = text("terminalId").unwrap_or("?");
                let said = self.b.terminals.get(id);
                let output = said.and_then(|t| t.get("output")).and_then(Value::as_str);
                match output {
                    Some(output) => self.output(output),
                    None => self.page.text("│ ", &format!("terminal {id}"), DIM),
                }
            }
            Some("session") => {
                let id = text("sessionId").unwrap_or("?");
                self.page.text("│ ", &format!("see session {id}"), DIM);
            }
            _ => {
                let block = content.get("content").into_iter().cloned().collect::<Vec<_>>();
                self.output(&words_of(&block));
            }
        }
    }

    /// The end of an output: what went wrong stands there.
    fn output(&mut self, output: &str) {
        let plain = without_ansi(output);
        let lines: Vec<&str> = plain.trim_end().lines().collect();
        let most = self.most(OUTPUT);
        if lines.len() > most {
            let left = lines.len() - most;
            self.page.text("│ ", &format!("… {} before", plural(left as u64, "line")), DIM);
        }
        let shown = &lines[lines.len().saturating_sub(most)..];
        for line in shown {
            self.page.text("│ ", line, DIM);
        }
    }

    fn diff(&mut self, old: &str, new: &str) {
        let diff = similar::TextDiff::from_lines(old, new);
        let mut lines = Vec::new();
        for (i, group) in diff.grouped_ops(2).iter().enumerate() {
            if i > 0 {
                lines.push(("⋮".to_owned(), DIM));
            }
            for op in group {
                for change in diff.iter_changes(op) {
                    let (sign, style) = match change.tag() {
                        similar::ChangeTag::Delete => ('-', RED),
                        similar::ChangeTag::Insert => ('+', GREEN),
                        similar::ChangeTag::Equal => (' ', DIM),
                    };
                    let text = change.value().trim_end_matches(['\n', '\r']);
                    lines.push((format!("{sign} {text}"), style));
                }
            }
        }
        let most = self.most(DIFF);
        let left = lines.len().saturating_sub(most);
        for (line, style) in lines.into_iter().take(most) {
            self.page.text("│ ", &line, style);
        }
        if left > 0 {
            self.page.text("│ ", &format!("… {} more (--full)", plural(left as u64, "line")), DIM);
        }
    }

    pub(super) fn permission(&mut self) {
        let options = self.list("options");
        let outcome = self.b.state.get("outcome");
        let chosen = outcome.and_then(|o| o.get("optionId")).and_then(Value::as_str);
        let mut words = Vec::new();
        for option in options {
            let text = |key: &str| option.get(key).and_then(Value::as_str).unwrap_or("");
            let name = harmless(text("name"));
            if chosen == Some(text("optionId")) {
                words.push(format!("{BOLD}✓ {name}{BOLD:#}"));
            } else {
                words.push(format!("{DIM}{name}{DIM:#}"));
            }
        }
        let answer = match outcome.and_then(|o| o.get("outcome")).and_then(Value::as_str) {
            Some("cancelled") => format!("{RED}cancelled{RED:#}"),
            Some(_) => String::new(),
            None => match self.b.state.get("error") {
                Some(error) => format!("{RED}{}{RED:#}", error_words(error)),
                None => format!("{YELLOW}not answered{YELLOW:#}"),
            },
        };
        let wait = between(self.b.t, self.b.last_t);
        let what = format!("{}  {answer} {DIM}after {wait}{DIM:#}", words.join("  "));
        let frames = self.frames();
        self.page.line("asked", MAGENTA, &what, &frames);
    }

    pub(super) fn elicitation(&mut self) {
        let message = self.text("message").unwrap_or("").to_owned();
        let frames = self.frames();
        self.page.line("asks", MAGENTA, &harmless(&message), &frames);
        if let Some(url) = self.text("url") {
            self.page.text("│ ", url, DIM);
        }
        let answer = match (self.text("action"), self.b.state.get("error")) {
            (Some(action), _) => {
                let content = self.b.state.get("content");
                let content = content.map(|c| format!(": {c}")).unwrap_or_default();
                format!("{action}{content}")
            }
            (None, Some(error)) => error_words(error),
            (None, None) => "not answered".to_owned(),
        };
        let wait = between(self.b.t, self.b.last_t);
        self.page.text("└ ", &format!("{answer}, after {wait}"), PLAIN);
    }

    pub(super) fn plan(&mut self) {
        let frames = self.frames();
        let removed = self.b.state.get("removed") == Some(&Value::Bool(true));
        let entries = self.list("entries");
        let done = entries.iter().filter(|e| e.get("status") == Some(&"completed".into())).count();
        let mut what = match (self.text("content"), entries.len()) {
            (Some(_), _) => "a document".to_owned(),
            (None, n) => format!("{done} of {n} done"),
        };
        if let Some(id) = &self.b.id {
            what = format!("{}: {what}", harmless(id));
        }
        if removed {
            what.push_str(", removed");
        }
        self.page.line("plan", PLAIN, &what, &frames);
        for entry in entries {
            let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or("");
            let (mark, style) = match text("status") {
                "completed" => ("● ", DIM),
                "in_progress" => ("◐ ", YELLOW),
                _ => ("○ ", PLAIN),
            };
            self.page.text("  ", &format!("{mark}{}", text("content")), style);
        }
        if let Some(content) = self.text("content") {
            let most = self.most(MESSAGE);
            let mut lines: Vec<String> = content.lines().map(str::to_owned).collect();
            shorten(&mut lines, most);
            self.page.text("  ", &lines.join("\n"), PLAIN);
        }
        if self.page.is_full() {
            for patch in self.b.patches.iter().skip(1) {
                if let Some(note) = &patch.note {
                    self.page.text("  ", &format!("#{}: {note}", patch.frame), DIM);
                }
            }
        }
    }

    pub(super) fn compaction(&mut self) {
        let status = self.text("status").unwrap_or("");
        let style = match status {
            "failed" | "cancelled" => RED,
            "in_progress" => YELLOW,
            _ => BOLD,
        };
        let time = between(self.b.t, self.b.last_t);
        let words = format!("compaction {status}, {time}");
        let frames = self.frames();
        self.page.rule(&words, &frames, style);
        if let Some(error) = self.text("error") {
            self.page.text("", error, RED);
        }
        let summary = streamed(self.list("summary"));
        if !summary.is_empty() {
            let most = self.most(SUMMARY);
            let mut lines: Vec<String> = summary.trim_end().lines().map(str::to_owned).collect();
            shorten(&mut lines, most);
            self.page.text("║ ", &lines.join("\n"), PLAIN);
        }
    }

    pub(super) fn notice(&mut self) {
        let severity = self.text("severity").unwrap_or("");
        let (mark, style) = match severity {
            "error" => ("✖", RED),
            "warning" => ("▲", YELLOW),
            _ => ("●", CYAN),
        };
        let title = self.text("title").unwrap_or("");
        let more = self.text("description").map(|d| format!("\n{d}")).unwrap_or_default();
        let replay = if self.b.replay { " (in a replay)" } else { "" };
        let frame = self.frames();
        self.page.margin(&format!("{mark} {severity}: {title}{replay} {frame}{more}"), style);
    }

    pub(super) fn options(&mut self) {
        let words: Vec<String> = self
            .list("configOptions")
            .iter()
            .map(|o| {
                let id = o.get("id").and_then(Value::as_str).unwrap_or("?");
                let value = match o.get("currentValue") {
                    Some(Value::String(text)) => text.clone(),
                    Some(other) => other.to_string(),
                    None => "?".to_owned(),
                };
                format!("{id}={value}")
            })
            .collect();
        self.quiet("options", &words.join("  "));
    }

    pub(super) fn commands(&mut self) {
        let commands = self.list("availableCommands");
        let name = |c: &Value| c.get("name").and_then(Value::as_str).map(|n| format!("/{n}"));
        let names: Vec<String> = commands.iter().filter_map(name).collect();
        self.quiet("commands", &format!("{}: {}", names.len(), names.join(" ")));
    }

    pub(super) fn usage(&mut self) {
        let number = |key: &str| self.b.state.get(key).and_then(Value::as_f64);
        let (used, size) = (number("used").unwrap_or(0.0), number("size").unwrap_or(0.0));
        let part =
            if size > 0.0 { format!(" ({:.0} %)", used / size * 100.0) } else { String::new() };
        let cost = self.b.state.get("cost");
        let amount = cost.and_then(|c| c.get("amount")).and_then(Value::as_f64);
        let currency = cost.and_then(|c| c.get("currency")).and_then(Value::as_str).unwrap_or("");
        let cost = amount.map(|a| format!(", {a:.4} {currency} so far")).unwrap_or_default();
        self.quiet("usage", &format!("{used:.0} of {size:.0} tokens{part}{cost}"));
    }

    pub(super) fn session_message(&mut self) {
        let to = self.text("recipientSessionId");
        let from = self.text("senderSessionId");
        let words = match (from, to) {
            (Some(from), Some(to)) => format!("{from} → {to}"),
            (Some(from), None) => format!("from {from}"),
            (None, Some(to)) => format!("to {to}"),
            (None, None) => "between sessions".to_owned(),
        };
        let frames = self.frames();
        self.page.line("message", CYAN, &format!("{DIM}{}{DIM:#}", harmless(&words)), &frames);
        let mut lines: Vec<String> =
            streamed(self.list("content")).lines().map(str::to_owned).collect();
        shorten(&mut lines, self.most(MESSAGE));
        self.page.text("", &lines.join("\n"), PLAIN);
    }

    pub(super) fn subagent(&mut self) {
        let id = self.b.id.as_deref().unwrap_or("?");
        let title = self.text("title").unwrap_or("");
        let state = self.b.state.get("state").and_then(|s| s.get("state").or(Some(s)));
        let state = state.and_then(Value::as_str).unwrap_or("");
        let what = format!("{} {DIM}{} {}{DIM:#}", harmless(title), harmless(id), harmless(state));
        let frames = self.frames();
        self.page.line("subagent", CYAN, &what, &frames);
    }

    pub(super) fn suggestions(&mut self) {
        let words: Vec<String> = self.list("suggestions").iter().map(Value::to_string).collect();
        self.quiet("suggests", &words.join("  "));
    }

    pub(super) fn request(&mut self) {
        let method = self.text("method").unwrap_or("?");
        let params = self.b.state.get("params");
        let of = |key: &str| params.and_then(|p| p.get(key)).and_then(Value::as_str);
        let mut words = vec![harmless(method)];
        for key in ["path", "command", "modeId", "configId", "title"] {
            words.extend(of(key).map(harmless));
        }
        if let Some(value) = params.and_then(|p| p.get("value")) {
            words.push(harmless(&value.to_string()));
        }
        let error = self.b.state.get("error");
        let result = match error {
            Some(error) => format!("  {RED}{}{RED:#}", error_words(error)),
            None if self.b.frames.len() > 1 => {
                format!("  {DIM}{}{DIM:#}", between(self.b.t, self.b.last_t))
            }
            None => String::new(),
        };
        let cancel = method == "session/cancel";
        let (who, style) = if cancel { ("CANCEL", RED.bold()) } else { ("request", DIM) };
        let frames = self.frames();
        self.page.line(who, style, &format!("{}{result}", words.join(" ")), &frames);
        if let Some(output) = self.text("output") {
            self.output(output);
        }
    }

    pub(super) fn unknown(&mut self) {
        let frames = self.frames();
        let what = match (self.b.state.get("message"), self.text("text"), self.text("method")) {
            (Some(message), _, _) => message.to_string(),
            (None, Some(text), _) => text.to_owned(),
            (None, None, Some(method)) => method.to_owned(),
            (None, None, None) => String::new(),
        };
        self.page.line("?", RED, &harmless(&what), &frames);
        for ignored in self.b.patches.iter().flat_map(|p| &p.ignored) {
            self.page.text("│ ", &format!("readers cannot decode it: {}", ignored.reason), RED);
        }
    }
}

pub(in crate::report) fn error_words(error: &Value) -> String {
    let code = error.get("code").map(|c| format!("error {c}: ")).unwrap_or_default();
    let message = error.get("message").and_then(Value::as_str).unwrap_or("");
    format!("{code}{}", harmless(message))
}

pub(in crate::report) fn location(place: &Value) -> Option<String> {
    let path = place.get("path")?.as_str()?;
    Some(match place.get("line").and_then(Value::as_u64) {
        Some(line) => format!("{path}:{line}"),
        None => path.to_owned(),
    })
}

/// Content blocks as text, each on lines of its own: what is not text is named.
pub(in crate::report) fn words_of(blocks: &[Value]) -> String {
    joined(blocks, true)
}

/// Content blocks as text, where text comes in pieces that are cut anywhere.
pub(in crate::report) fn streamed(blocks: &[Value]) -> String {
    joined(blocks, false)
}

fn joined(blocks: &[Value], apart: bool) -> String {
    let mut out = String::new();
    let is_text = |b: &Value| b.get("type").and_then(Value::as_str) == Some("text");
    for (i, block) in blocks.iter().enumerate() {
        let text = |key: &str| block.get(key).and_then(Value::as_str);
        if i > 0 && (apart || !is_text(block) || !is_text(&blocks[i - 1])) {
            out.push('\n');
        }
        match text("type") {
            Some("text") => out.push_str(text("text").unwrap_or("")),
            Some("image" | "audio") => {
                let size = text("data").map_or(0, |d| d.len() / 4 * 3);
                let kind = text("mimeType").or(text("type")).unwrap_or("");
                out.push_str(&format!("[{kind}, {size} bytes]"));
            }
            Some("resource_link") => {
                let name = text("name").unwrap_or("");
                out.push_str(&format!("[{name}]({})", text("uri").unwrap_or("")));
            }
            Some("resource") => {
                let inner = block.get("resource");
                let uri = inner.and_then(|r| r.get("uri")).and_then(Value::as_str);
                out.push_str(&format!("[{}]", uri.unwrap_or("resource")));
                if let Some(inside) = inner.and_then(|r| r.get("text")).and_then(Value::as_str) {
                    out.push('\n');
                    out.push_str(inside);
                }
            }
            _ => out.push_str(&block.to_string()),
        }
    }
    out
}

fn shorten(lines: &mut Vec<String>, most: usize) {
    if lines.len() > most {
        let left = lines.len() - most;
        lines.truncate(most);
        lines.push(format!("… {} more (--full)", plural(left as u64, "line")));
    }
}

/// Terminal output without its control sequences.
pub(in crate::report) fn without_ansi(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}
