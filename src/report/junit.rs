//! Findings as JUnit XML: a suite a recording, a case a rule. A rule fails if a finding of it weighs as much
//! as the user asks for; lighter findings are its output.

use std::fmt::Write as _;

use crate::core::protocol::Protocol;
use crate::core::rules::{DATE, FAILED, MISSING, RULES, Severity, VERSION};

use super::{Judged, Shown};

/// What was found in all recordings.
#[must_use]
pub fn findings(all: &[Judged], least: Severity) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let failures: usize = all.iter().map(|j| failing(j, least)).sum();
    let tests = RULES.len() * all.len();
    let _ = writeln!(
        out,
        "<testsuites name=\"acp-scope\" tests=\"{tests}\" failures=\"{failures}\" errors=\"0\">"
    );
    for judged in all {
        suite(&mut out, judged, least);
    }
    out.push_str("</testsuites>\n");
    out
}

fn of<'a>(judged: &'a Judged, id: &'a str) -> impl Iterator<Item = &'a Shown> {
    judged.findings.iter().filter(move |s| s.finding.rule == id)
}

fn failing(judged: &Judged, least: Severity) -> usize {
    let fails = |id: &str| of(judged, id).any(|s| s.finding.severity >= least);
    RULES.iter().filter(|r| fails(r.id)).count()
}

fn suite(out: &mut String, judged: &Judged, least: Severity) {
    let _ = writeln!(
        out,
        "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\">",
        escaped(&judged.source),
        RULES.len(),
        failing(judged, least)
    );
    properties(out);
    for rule in RULES {
        let (name, group) = (escaped(rule.id), escaped(rule.group()));
        let _ = write!(out, "    <testcase name=\"{name}\" classname=\"{group}\"");
        let all: Vec<&Shown> = of(judged, rule.id).collect();
        if all.is_empty() {
            out.push_str("/>\n");
            continue;
        }
        out.push_str(">\n");
        let lines: Vec<String> = all
            .iter()
            .map(|s| format!("frame {}: {}", s.finding.frame, s.finding.message))
            .collect();
        let text = escaped(&lines.join("\n"));
        if all.iter().any(|s| s.finding.severity >= least) {
            let worst = all.iter().map(|s| s.finding.severity).max().unwrap_or(least).word();
            let title = escaped(rule.requirement);
            let _ = writeln!(
                out,
                "      <failure message=\"{title}\" type=\"{worst}\">{text}</failure>"
            );
        } else {
            let _ = writeln!(out, "      <system-out>{text}</system-out>");
        }
        out.push_str("    </testcase>\n");
    }
    let ours = of(judged, FAILED).chain(of(judged, MISSING));
    let ours: Vec<String> = ours.map(|s| s.finding.message.clone()).collect();
    if !ours.is_empty() {
        let _ = writeln!(out, "    <system-err>{}</system-err>", escaped(&ours.join("\n")));
    }
    out.push_str("  </testsuite>\n");
}

/// What the findings rest on.
fn properties(out: &mut String) {
    let source = Protocol::v1().source;
    let rules = VERSION.to_string();
    let all = [
        ("acp-scope", env!("CARGO_PKG_VERSION")),
        ("rule set", &rules),
        ("rule set date", DATE),
        ("protocol knowledge", source.version),
        ("protocol knowledge date", source.date),
        ("protocol knowledge from", source.name),
    ];
    out.push_str("    <properties>\n");
    for (name, value) in all {
        let value = escaped(value);
        let _ = writeln!(out, "      <property name=\"{name}\" value=\"{value}\"/>");
    }
    out.push_str("    </properties>\n");
}

/// Text as XML allows it: control characters other than line breaks and tabs have no place there.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#10;"),
            '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}
