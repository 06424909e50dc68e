//! Findings as SARIF 2.1.0, for code scanning. A capture file's lines are its regions.

use serde_json::{Value, json};

use crate::core::rules::{RULES, Rule, Severity};

use super::json::basis;
use super::words::side;
use super::{Judged, Shown};

/// What was found in all recordings.
#[must_use]
pub fn findings(all: &[Judged]) -> Value {
    let used: Vec<&'static Rule> = RULES
        .iter()
        .copied()
        .filter(|r| all.iter().any(|j| j.findings.iter().any(|s| s.finding.rule == r.id)))
        .collect();
    let results: Vec<Value> = all
        .iter()
        .flat_map(|judged| judged.findings.iter().map(|shown| result(judged, shown, &used)))
        .collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "acp-scope",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "informationUri": "https://agentclientprotocol.com",
                "properties": basis(),
                "rules": used.iter().map(|r| descriptor(r)).collect::<Vec<_>>(),
            }},
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    })
}

fn descriptor(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "shortDescription": {"text": rule.requirement},
        "fullDescription": {"text": rule.why},
        "help": {"text": rule.fix},
        "helpUri": rule.address(),
        "defaultConfiguration": {"level": level(rule.severity)},
        "properties": {"side": rule.binds.word(), "requirements": rule.requirements},
    })
}

fn result(judged: &Judged, shown: &Shown, used: &[&'static Rule]) -> Value {
    let f = &shown.finding;
    let mut physical = json!({"artifactLocation": {"uri": uri(&judged.source)}});
    if let Some(line) = shown.line {
        physical["region"] = json!({"startLine": line});
    }
    let mut result = json!({
        "ruleId": f.rule,
        "level": level(f.severity),
        "message": {"text": f.message},
        "locations": [{
            "physicalLocation": physical,
            "logicalLocations": [{
                "name": format!("frame {}", f.frame),
                "fullyQualifiedName": format!("frame {}{}", f.frame, f.pointer),
                "kind": "element",
            }],
        }],
        "properties": {
            "frame": f.frame.0,
            "pointer": f.pointer,
            "side": side(f.side),
            "related": f.related.iter().map(|n| n.0).collect::<Vec<_>>(),
            "session": f.session,
        },
    });
    if let Some(at) = used.iter().position(|r| r.id == f.rule) {
        result["ruleIndex"] = json!(at);
    }
    result
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Info => "note",
    }
}

/// A path as a URI reference: what may not stand in one is escaped.
fn uri(source: &str) -> String {
    let mut out = String::new();
    for b in source.bytes() {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'_' | b'-' | b'~' => {
                out.push(char::from(b));
            }
            b'\\' => out.push('/'),
            _ => out.push_str(&format!("%{b:02X}")),
        }
    }
    out
}
