//! What is said about each kind of item.

use serde_json::Value;

use super::{Block, Entry, Hue};
use crate::core::timeline::{Built, ItemKind};
use crate::report::screenplay::between;
use crate::report::screenplay::body::{error_words, location, streamed, without_ansi, words_of};

/// Lines of a difference or an output.
const LINES: usize = 2_000;

pub(super) fn entry(b: &Built) -> Entry {
    let read = Read(b);
    let (who, hue, title, outcome, blocks) = read.all();
    let first = b.frames.first().map_or(0, |f| f.0);
    let last = b.frames.last().map_or(first, |f| f.0);
    let dim = b.compacted_away || b.replay;
    Entry { who, hue, title, outcome, frames: (first, last), t: b.t, dim, blocks }
}

type All = (&'static str, Hue, String, String, Vec<Block>);

struct Read<'a>(&'a Built);

impl Read<'_> {
    fn text(&self, key: &str) -> &str {
        self.0.state.get(key).and_then(Value::as_str).unwrap_or("")
    }

    fn list(&self, key: &str) -> &[Value] {
        self.0.state.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }

    fn all(&self) -> All {
        let none = String::new;
        match self.0.kind {
            ItemKind::UserMessage => ("User", Hue::Client, none(), none(), self.said()),
            ItemKind::AgentMessage => ("Agent", Hue::Agent, none(), none(), self.said()),
            ItemKind::Thought => ("Thought", Hue::Quiet, none(), none(), self.said()),
            ItemKind::ToolCall => self.tool_call(),
            ItemKind::Permission => self.permission(),
            ItemKind::Elicitation => self.elicitation(),
            ItemKind::Plan => self.plan(),
            ItemKind::Compaction => {
                let bad = matches!(self.text("status"), "failed" | "cancelled");
                let hue = if bad { Hue::Error } else { Hue::Quiet };
                let mut blocks = vec![Block::Prose(streamed(self.list("summary")))];
                if !self.text("error").is_empty() {
                    blocks.push(Block::Output(self.text("error").to_owned()));
                }
                ("Compaction", hue, self.text("status").to_owned(), self.took(), blocks)
            }
            ItemKind::Notice => {
                let about = vec![Block::Prose(self.text("description").to_owned())];
                let title = format!("{}: {}", self.text("severity"), self.text("title"));
                ("Notice", Hue::Quiet, title, none(), about)
            }
            ItemKind::Mode => self.quiet("Mode", self.text("currentModeId")),
            ItemKind::SessionInfo => self.quiet("Title", self.text("title")),
            ItemKind::State => self.quiet("State", self.text("state")),
            ItemKind::Cursor => self.quiet("Cursor", self.0.id.as_deref().unwrap_or("")),
            ItemKind::Config => self.quiet("Options", &self.named("configOptions", "id")),
            ItemKind::Commands => self.quiet("Commands", &self.named("availableCommands", "name")),
            ItemKind::Suggestions => self.quiet("Suggests", &self.named("suggestions", "text")),
            ItemKind::Usage => {
                let number = |key: &str| self.0.state.get(key).and_then(Value::as_f64);
                let of = |key| number(key).map_or("?".to_owned(), |n: f64| format!("{n:.0}"));
                self.quiet("Usage", &format!("{} of {} tokens", of("used"), of("size")))
            }
            ItemKind::SessionMessage => {
                let title = format!(
                    "{} → {}",
                    or(self.text("senderSessionId"), "here"),
                    or(self.text("recipientSessionId"), "here")
                );
                let said = vec![Block::Prose(streamed(self.list("content")))];
                ("Message", Hue::Agent, title, none(), said)
            }
            ItemKind::Subagent => {
                let title = or(self.text("title"), self.0.id.as_deref().unwrap_or("")).to_owned();
                let about = vec![Block::Prose(self.text("description").to_owned())];
                ("Sub-agent", Hue::Agent, title, none(), about)
            }
            ItemKind::Request | ItemKind::Extension => self.request(),
            ItemKind::Unknown => {
                let held = ["message", "text", "method"].map(|key| self.0.state.get(key));
                let what = held.into_iter().flatten().next().map(shown).unwrap_or_default();
                ("Unknown", Hue::Error, none(), none(), vec![Block::Output(what)])
            }
        }
    }

    fn said(&self) -> Vec<Block> {
        vec![Block::Prose(words_of(self.list("content")))]
    }

    fn quiet(&self, who: &'static str, what: &str) -> All {
        (who, Hue::Quiet, what.to_owned(), String::new(), Vec::new())
    }

    fn named(&self, list: &str, key: &str) -> String {
        let name = |v: &Value| v.get(key).and_then(Value::as_str).map(ToOwned::to_owned);
        self.list(list).iter().filter_map(name).collect::<Vec<_>>().join(", ")
    }

    fn took(&self) -> String {
        between(self.0.t, self.0.last_t)
    }

    fn tool_call(&self) -> All {
        let status = if self.0.cancelled { "cancelled" } else { self.text("status") };
        let hue = if matches!(status, "failed" | "cancelled") { Hue::Error } else { Hue::Tool };
        let mut title = or(self.text("title"), "(no title)").to_owned();
        let places: Vec<String> = self.list("locations").iter().filter_map(location).collect();
        if !places.is_empty() {
            title.push_str(&format!("  {}", places.join(", ")));
        }
        let mut blocks: Vec<Block> = self.list("content").iter().map(|c| self.content(c)).collect();
        if blocks.is_empty()
            && let Some(output) = self.0.state.get("rawOutput")
        {
            blocks.push(Block::Output(without_ansi(&shown(output))));
        }
        ("Tool", hue, title, format!("{status}, {}", self.took()), blocks)
    }

    fn content(&self, content: &Value) -> Block {
        let text = |key: &str| content.get(key).and_then(Value::as_str);
        match text("type") {
            Some("diff") => diff(
                text("path").unwrap_or("?"),
                text("oldText").unwrap_or(""),
                text("newText").unwrap_or(""),
            ),
            Some("terminal") => {
                let id = text("terminalId").unwrap_or("?");
                let said = self.0.terminals.get(id).and_then(|t| t.get("output")?.as_str());
                Block::Output(said.map_or_else(|| format!("terminal {id}"), without_ansi))
            }
            Some("session") => {
                Block::Prose(format!("see session {}", text("sessionId").unwrap_or("?")))
            }
            _ => {
                let block: Vec<Value> = content.get("content").into_iter().cloned().collect();
                Block::Output(without_ansi(&words_of(&block)))
            }
        }
    }

    fn permission(&self) -> All {
        let outcome = self.0.state.get("outcome");
        let of = |key: &str| outcome.and_then(|o| o.get(key)).and_then(Value::as_str);
        let chosen = of("optionId");
        let option = |o: &Value| {
            let text = |key: &str| o.get(key).and_then(Value::as_str).unwrap_or("");
            (chosen == Some(text("optionId")), text("name").to_owned())
        };
        let options = self.list("options").iter().map(option).collect();
        let answer = match (of("outcome"), self.0.state.get("error")) {
            (Some("cancelled"), _) => format!("cancelled after {}", self.took()),
            (Some(_), _) => format!("answered after {}", self.took()),
            (None, Some(error)) => error_words(error),
            (None, None) => "not answered".to_owned(),
        };
        ("Permission", Hue::Human, String::new(), answer, vec![Block::Options(options)])
    }

    fn elicitation(&self) -> All {
        let answer = match (self.text("action"), self.0.state.get("error")) {
            ("", Some(error)) => error_words(error),
            ("", None) => "not answered".to_owned(),
            (action, _) => format!("{action} after {}", self.took()),
        };
        let mut blocks = Vec::new();
        if !self.text("url").is_empty() {
            blocks.push(Block::Output(self.text("url").to_owned()));
        }
        blocks.extend(self.0.state.get("content").map(|c| Block::Output(shown(c))));
        ("Question", Hue::Human, self.text("message").to_owned(), answer, blocks)
    }

    fn plan(&self) -> All {
        let step = |e: &Value| {
            let text = |key: &str| e.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
            (text("status"), text("content"))
        };
        let steps: Vec<(String, String)> = self.list("entries").iter().map(step).collect();
        let done = steps.iter().filter(|(status, _)| status == "completed").count();
        let title = format!("{done} of {} done", steps.len());
        let mut blocks = vec![Block::Steps(steps)];
        if !self.text("content").is_empty() {
            blocks.push(Block::Prose(self.text("content").to_owned()));
        }
        ("Plan", Hue::Agent, title, String::new(), blocks)
    }

    fn request(&self) -> All {
        let method = self.text("method");
        let params = self.0.state.get("params");
        let of = |key: &str| params.and_then(|p| p.get(key)).and_then(Value::as_str);
        let about = ["path", "command", "modeId", "configId"].into_iter().filter_map(of);
        let title = std::iter::once(method).chain(about).collect::<Vec<_>>().join(" ");
        let mut blocks = Vec::new();
        if !self.text("output").is_empty() {
            blocks.push(Block::Output(without_ansi(self.text("output"))));
        }
        let (hue, outcome) = match self.0.state.get("error") {
            Some(error) => (Hue::Error, error_words(error)),
            None if self.0.frames.len() > 1 => (Hue::Quiet, self.took()),
            None => (Hue::Quiet, String::new()),
        };
        if method == "session/cancel" {
            return ("Cancel", Hue::Error, title, outcome, blocks);
        }
        ("Request", hue, title, outcome, blocks)
    }
}

fn or<'a>(text: &'a str, otherwise: &'a str) -> &'a str {
    if text.is_empty() { otherwise } else { text }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => format!("{other:#}"),
    }
}

fn diff(path: &str, old: &str, new: &str) -> Block {
    let diff = similar::TextDiff::from_lines(old, new);
    let mut lines = Vec::new();
    for (i, group) in diff.grouped_ops(3).iter().enumerate() {
        if i > 0 {
            lines.push((' ', "⋮".to_owned()));
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                similar::ChangeTag::Delete => '-',
                similar::ChangeTag::Insert => '+',
                similar::ChangeTag::Equal => ' ',
            };
            lines.push((sign, change.value().trim_end_matches(['\n', '\r']).to_owned()));
        }
    }
    if lines.len() > LINES {
        let more = lines.len() - LINES;
        lines.truncate(LINES);
        lines.push((' ', format!("… {more} lines more")));
    }
    Block::Diff { path: path.to_owned(), lines }
}
