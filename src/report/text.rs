//! Findings and rules for people: grouped by rule, the frame quoted, the place marked with carets.

use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};

use crate::core::protocol::Stability;
use crate::core::rules::{Rule, Severity, basis, rule};

use super::words::{dedent, harmless, plural, side};
use super::{Counts, Judged, Shown};

const BOLD: Style = Style::new().bold();
const DIM: Style = Style::new().dimmed();

fn style(severity: Severity) -> Style {
    let color = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
        Severity::Info => AnsiColor::Cyan,
    };
    Style::new().bold().fg_color(Some(color.into()))
}

/// What was found in one recording.
#[must_use]
pub fn findings(judged: &Judged, explain: bool) -> String {
    let mut out = String::new();
    let mut groups: Vec<(&'static str, Severity)> = Vec::new();
    for Shown { finding: f, .. } in &judged.findings {
        match groups.iter_mut().find(|(id, _)| *id == f.rule) {
            Some((_, worst)) => *worst = (*worst).max(f.severity),
            None => groups.push((f.rule, f.severity)),
        }
    }
    groups.sort_by_key(|(id, worst)| (std::cmp::Reverse(*worst), *id));
    for (id, worst) in groups {
        group(&mut out, judged, id, worst, explain);
    }
    let (source, frames) = (&judged.source, judged.frames);
    let _ =
        writeln!(out, "{source}: {} in {}", counted(judged.counts), plural(frames.into(), "frame"));
    out
}

fn group(out: &mut String, judged: &Judged, id: &'static str, worst: Severity, explain: bool) {
    let color = style(worst);
    let about = rule(id);
    let title = about.map_or("", |r| r.requirement);
    let _ = writeln!(out, "{color}{}{color:#} {BOLD}{id}{BOLD:#}: {title}", worst.word());
    for shown in judged.findings.iter().filter(|s| s.finding.rule == id) {
        one(out, shown, worst);
    }
    if let Some(more) = judged.left_out.get(id) {
        let _ = writeln!(out, "  and {more} more");
    }
    if let Some(rule) = about {
        if explain {
            let _ = writeln!(out, "  why: {}", rule.why);
        }
        let _ = writeln!(out, "  fix: {}", rule.fix);
        let _ = writeln!(out, "  {DIM}{}{DIM:#}", rule.address());
    }
    out.push('\n');
}

fn one(out: &mut String, shown: &Shown, worst: Severity) {
    let f = &shown.finding;
    let _ = write!(out, "  frame {} by the {}", f.frame, side(f.side));
    if let Some(session) = &f.session {
        let _ = write!(out, ", session {}", harmless(session));
    }
    if f.severity != worst {
        let _ = write!(out, " ({})", f.severity.word());
    }
    let _ = writeln!(out, ": {}", harmless(&f.message));
    if let Some(e) = &shown.excerpt {
        let _ = writeln!(out, "    {DIM}|{DIM:#} {}", harmless(&e.text));
        if !e.marked.is_empty() {
            let gap = " ".repeat(e.marked.start);
            let color = style(f.severity);
            let carets = "^".repeat(e.marked.len());
            let _ = writeln!(out, "    {DIM}|{DIM:#} {gap}{color}{carets}{color:#}");
        }
    }
    if !f.related.is_empty() {
        let list: Vec<String> = f.related.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "    {DIM}see frame {}{DIM:#}", list.join(", "));
    }
}

/// `2 errors, 1 warning`, or that nothing was found.
#[must_use]
pub fn counted(counts: Counts) -> String {
    let mut parts = Vec::new();
    for (n, word) in [(counts.error, "error"), (counts.warning, "warning"), (counts.info, "info")] {
        if n > 0 {
            parts.push(plural(n, word));
        }
    }
    if parts.is_empty() { "nothing found".to_owned() } else { parts.join(", ") }
}

/// The rules, a line each.
#[must_use]
pub fn rules(list: &[&'static Rule]) -> String {
    let mut out = String::new();
    let mut group = "";
    for rule in list {
        if rule.group() != group {
            group = rule.group();
            let _ =
                writeln!(out, "{}{BOLD}{group}{BOLD:#}", if out.is_empty() { "" } else { "\n" });
        }
        let color = style(rule.severity);
        let draft = if rule.stability == Stability::Draft { " (draft)" } else { "" };
        let word = rule.severity.word();
        let _ = writeln!(
            out,
            "  {color}{word:7}{color:#} {}{draft}\n          {}",
            rule.id, rule.requirement
        );
    }
    let _ = writeln!(out, "\n{} rules; {}", list.len(), basis());
    out
}

/// One rule in full.
#[must_use]
pub fn explain(rule: &Rule) -> String {
    let color = style(rule.severity);
    let mut out = format!("{color}{}{color:#} {BOLD}{}{BOLD:#}\n\n", rule.severity.word(), rule.id);
    let _ = writeln!(out, "{}\n", rule.requirement);
    let _ = writeln!(
        out,
        "Binds {}. Since {}.{}",
        binds(rule),
        rule.since,
        match rule.stability {
            Stability::Stable => "",
            Stability::Draft => " Part of the draft protocol.",
        }
    );
    let _ = writeln!(out, "\nWhy: {}\nFix: {}\n\n{}", rule.why, rule.fix, rule.address());
    for (title, list) in [("Wrong", rule.breaks), ("Right", rule.near_misses)] {
        for example in list {
            let _ = writeln!(out, "\n{title}:");
            for line in dedent(example).lines() {
                let _ = writeln!(out, "    {line}");
            }
        }
    }
    if !rule.requirements.is_empty() {
        let _ = writeln!(out, "\nEnforces: {}", rule.requirements.join(", "));
    }
    out
}

fn binds(rule: &Rule) -> &'static str {
    match rule.binds.word() {
        "both" => "both sides",
        "client" => "the client",
        _ => "the agent",
    }
}

/// The reference of all rules in Markdown.
#[must_use]
pub fn reference(list: &[&'static Rule]) -> String {
    let mut out = format!(
        "# Rules\n\nGenerated from the rules: `UPDATE=1 cargo test --test rules`. {} rules; {}.\n\n\
         An error breaks a MUST, a warning a SHOULD (or a MUST as far as a recording can tell), an info is \
         worth knowing. `acp-scope rules RULE` explains one.\n",
        list.len(),
        basis()
    );
    let mut group = "";
    for rule in list {
        if rule.group() != group {
            group = rule.group();
            let _ = write!(out, "\n## {group}\n");
        }
        let draft = if rule.stability == Stability::Draft { ", draft" } else { "" };
        let _ = write!(
            out,
            "\n### {}\n\n{}, binds {}{draft}. [{}]({})\n\n{}\n\n- Why: {}\n- Fix: {}\n",
            rule.id,
            rule.severity.word(),
            binds(rule),
            rule.link,
            rule.address(),
            rule.requirement,
            rule.why,
            rule.fix
        );
        for (title, examples) in [("Wrong", rule.breaks), ("Right", rule.near_misses)] {
            if let Some(example) = examples.first() {
                let _ = write!(out, "\n{title}:\n\n```text\n{}\n```\n", dedent(example));
            }
        }
    }
    out
}
