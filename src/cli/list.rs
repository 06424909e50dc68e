//! `acp-scope list`.

use std::io::Write as _;

use clap::Args;
use serde_json::json;

use super::error::Failure;
use super::tag::same;
use super::text::{harmless, rfc3339, size, span, table, when};
use super::{Common, Format, recording};
use crate::core::peer::Peer;
use crate::store::{self, Ended, Origin, Phase, RecordingRow, Store};

/// List recordings, newest first
#[derive(Debug, Args)]
pub(super) struct List {
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Only recordings with this tag (several: with all of them)
    #[arg(long, value_name = "TAG")]
    tag: Vec<String>,
}

impl List {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let location = common.location()?;
        recording::complete_orphans(&location);
        let mut rows = match Store::open_existing(&location.database) {
            Ok(store) => store.recordings()?,
            // No database yet: no recordings yet.
            Err(store::Error::Missing { .. }) => Vec::new(),
            Err(e) => return Err(e.into()),
        };
        let all = rows.len();
        rows.retain(|r| self.tag.iter().all(|t| r.tags.iter().any(|own| same(t, own))));
        let text = match self.format {
            Format::Json => {
                let rows: Vec<_> = rows.iter().map(to_json).collect();
                format!("{:#}\n", json!({ "recordings": rows }))
            }
            Format::Text if all > 0 && rows.is_empty() => {
                format!("No recording of {all} has that tag: see `acp-scope tag`.\n")
            }
            Format::Text if rows.is_empty() => {
                "No recordings yet. Record one with `acp-scope run -- COMMAND`, or try `acp-scope demo`.\n"
                    .to_owned()
            }
            Format::Text => table(
                &[">#", "started", "agent", "client", ">length", ">frames", ">bytes", "findings", "state"],
                rows.iter().map(row),
            ),
        };
        anstream::stdout().write_all(text.as_bytes()).map_err(|e| Failure::output(&e))
    }
}

fn row(r: &RecordingRow) -> Vec<String> {
    vec![
        r.number.to_string(),
        r.started_at.map_or_else(|| "unknown".to_owned(), when),
        harmless(&title_and_tags(r)),
        harmless(r.client.as_ref().and_then(Peer::shown).unwrap_or("")),
        span(r.duration().0),
        r.frames.to_string(),
        size(r.bytes),
        findings(r),
        state(r),
    ]
}

fn title_and_tags(r: &RecordingRow) -> String {
    let title = match r.agent.as_ref().and_then(|a| a.version.as_deref()) {
        Some(version) if r.name.is_none() => format!("{} {version}", r.title()),
        _ => r.title(),
    };
    if r.tags.is_empty() { title } else { format!("{title} [{}]", r.tags.join(", ")) }
}

/// Errors and warnings, in words; what is only worth knowing is not counted here.
fn findings(r: &RecordingRow) -> String {
    if r.judged_by.is_none() {
        return "not judged".to_owned();
    }
    let count = |n: u32, one: &str| match n {
        0 => None,
        1 => Some(format!("1 {one}")),
        n => Some(format!("{n} {one}s")),
    };
    let parts = [count(r.found.errors, "error"), count(r.found.warnings, "warning")];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// What is going on with a recording, in words.
pub(super) fn state(r: &RecordingRow) -> String {
    let mut words = match (r.phase, r.origin, r.ended) {
        (Phase::Live, ..) => "live".to_owned(),
        (Phase::Killed, ..) => "proxy was killed".to_owned(),
        (_, Origin::Import, None) => "imported".to_owned(),
        (_, _, Some(Ended::Code(code))) => format!("exit code {code}"),
        (_, _, Some(Ended::Signal(signal))) => format!("ended by signal {signal}"),
        (Phase::Ended, _, None) => "ended".to_owned(),
    };
    if r.missing.is_some() {
        words.push_str(", incomplete");
    }
    words
}

/// A recording in the JSON of all commands.
pub(super) fn to_json(r: &RecordingRow) -> serde_json::Value {
    let peer = |p: &Option<Peer>| {
        p.as_ref().map(|p| json!({ "name": p.name, "title": p.title, "version": p.version }))
    };
    json!({
        "number": r.number,
        "uuid": r.uuid,
        "name": r.name,
        "title": r.title(),
        "tags": r.tags,
        "origin": match r.origin {
            Origin::Run => "run",
            Origin::Demo => "demo",
            Origin::Import => "import",
        },
        "phase": match r.phase {
            Phase::Live => "live",
            Phase::Ended => "ended",
            Phase::Killed => "killed",
        },
        "command": r.command,
        "cwd": r.cwd,
        "source": r.source,
        "client": peer(&r.client),
        "agent": peer(&r.agent),
        "protocol_version": r.protocol_version.as_deref()
            .and_then(|v| serde_json::from_str::<serde_json::Value>(v).ok()),
        "started_at": r.started_at.map(rfc3339),
        "seconds": r.duration().seconds(),
        "exit_code": match r.ended { Some(Ended::Code(code)) => Some(code), _ => None },
        "exit_signal": match r.ended { Some(Ended::Signal(signal)) => Some(signal), _ => None },
        "frames": r.frames,
        "bytes": r.bytes,
        "stderr_lines": r.stderr_lines,
        "problems": r.problems,
        "findings": r.judged_by.map(|_| json!({
            "error": r.found.errors,
            "warning": r.found.warnings,
            "info": r.found.infos,
        })),
        "missing": r.missing,
    })
}
