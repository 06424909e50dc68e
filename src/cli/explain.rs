//! `acp-scope explain`.

use std::fmt::Write as _;
use std::io::Write as _;

use anstyle::Style;
use clap::Args;
use serde_json::json;

use super::error::Failure;
use super::text::harmless;
use super::{Common, Format, recording};
use crate::core::explain::{self, Explained, Meaning};
use crate::core::frame::FrameNumber;
use crate::store::PART;

/// Say what something of the protocol means
#[derive(Debug, Args)]
pub(super) struct Explain {
    /// A method, a variant of session/update, a type or a rule; with --frame a recording
    #[arg(value_name = "NAME|REC")]
    what: String,
    /// Explain this frame of the recording, field by field
    #[arg(long, value_name = "FRAME")]
    frame: Option<u32>,
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Explain {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let text = match self.frame {
            Some(number) => {
                let explained = self.of_frame(common, number)?;
                match self.format {
                    Format::Text => frame(&explained),
                    Format::Json => format!("{:#}\n", frame_json(&explained)),
                }
            }
            None => {
                let meaning = explain::name(&self.what).ok_or_else(|| unknown(&self.what))?;
                match self.format {
                    Format::Text => name(&self.what, &meaning),
                    Format::Json => format!("{:#}\n", name_json(&self.what, &meaning)),
                }
            }
        };
        anstream::stdout().write_all(text.as_bytes()).map_err(|e| Failure::output(&e))
    }

    fn of_frame(&self, common: &Common, number: u32) -> Result<Explained, Failure> {
        let store = recording::open(common)?;
        let recording = recording::find(&store, &self.what)?;
        let Some(row) = store.frame(recording.number, FrameNumber(number))? else {
            return Err(Failure::input(format!(
                "explain: no frame {number}: recording {} has {} frames",
                recording.number, recording.frames
            )));
        };
        let raw = store.raw(recording.number, row.number, PART)?.bytes;
        Ok(explain::frame(row.kind, row.dir, row.method.as_deref(), &raw))
    }
}

fn unknown(name: &str) -> Failure {
    let hint = match explain::near(name) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "name a method like session/prompt, a variant like tool_call, a type like ToolCall, or a rule".to_owned(),
    };
    Failure::input(format!("explain: nothing is called {name:?}: {hint}"))
}

const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();

fn name(name: &str, meaning: &Meaning) -> String {
    let mut out = format!("{STRONG}{name}{STRONG:#}  {FAINT}{}{FAINT:#}\n", meaning.kind);
    for (title, text) in &meaning.lines {
        let _ = writeln!(out, "\n{FAINT}{title}{FAINT:#}\n  {text}");
    }
    if let Some(link) = &meaning.link {
        let _ = writeln!(out, "\n{link}");
    }
    out
}

fn name_json(name: &str, meaning: &Meaning) -> serde_json::Value {
    let lines: Vec<_> =
        meaning.lines.iter().map(|(title, text)| json!({"title": title, "text": text})).collect();
    json!({"name": name, "kind": meaning.kind, "lines": lines, "link": meaning.link})
}

fn frame(e: &Explained) -> String {
    let mut out = format!("{STRONG}{}{STRONG:#}\n", harmless(&e.what));
    for (title, text) in [("When", &e.when), ("Condition", &e.condition), ("Next", &e.next)] {
        if let Some(text) = text {
            let _ = writeln!(out, "{FAINT}{title}{FAINT:#}  {text}");
        }
    }
    for g in &e.groups {
        let title = if g.of.is_empty() { "" } else { &g.of };
        let times = if g.times > 1 { format!(" ({}×)", g.times) } else { String::new() };
        let _ = writeln!(
            out,
            "\n{STRONG}{title}{times}{STRONG:#}{} {}",
            if title.is_empty() { "" } else { ":" },
            g.what
        );
        for f in &g.fields {
            let meaning = f.meaning.as_deref().unwrap_or("Not part of the protocol.");
            let _ =
                writeln!(out, "  {} {FAINT}= {}{FAINT:#}", harmless(&f.name), harmless(&f.value));
            let value = f.value_meaning.as_deref().map(|v| format!(" {v}")).unwrap_or_default();
            let draft = if f.draft { " (draft)" } else { "" };
            let _ = writeln!(out, "      {meaning}{value}{draft}");
        }
    }
    if let Some(link) = &e.link {
        let _ = writeln!(out, "\n{link}");
    }
    out
}

fn frame_json(e: &Explained) -> serde_json::Value {
    let groups: Vec<_> = e
        .groups
        .iter()
        .map(|g| {
            let fields: Vec<_> = g
                .fields
                .iter()
                .map(|f| {
                    json!({"name": f.name, "pointer": f.pointer, "meaning": f.meaning, "value": f.value,
                           "value_meaning": f.value_meaning, "draft": f.draft})
                })
                .collect();
            json!({"of": g.of, "what": g.what, "pointer": g.pointer, "times": g.times, "fields": fields})
        })
        .collect();
    json!({"what": e.what, "when": e.when, "condition": e.condition, "next": e.next, "link": e.link, "groups": groups})
}
