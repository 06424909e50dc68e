//! Findings and rules as one JSON document, in the form that other programs rely on.

use serde_json::{Value, json};

use crate::core::protocol::{Protocol, Stability};
use crate::core::rules::{DATE, Rule, VERSION};

use super::words::{dedent, side};
use super::{Counts, Judged, Shown};

/// What was found in one recording, or in several.
#[must_use]
pub fn findings(all: &[Judged]) -> Value {
    let mut counts = Counts::default();
    for one in all {
        counts.merge(one.counts);
    }
    let several = all.len() != 1;
    let found: Vec<Value> = all
        .iter()
        .flat_map(|judged| {
            judged.findings.iter().map(move |shown| {
                let mut value = finding(shown);
                if several {
                    value["recording"] = json!(judged.source);
                }
                value
            })
        })
        .collect();
    let mut document = json!({
        "recording": all.first().filter(|_| !several).map(recording),
        "summary": {"error": counts.error, "warning": counts.warning, "info": counts.info},
        "basis": basis(),
        "findings": found,
    });
    if several {
        document["recordings"] = all.iter().map(recording).collect();
    }
    document
}

fn recording(judged: &Judged) -> Value {
    json!({
        "source": judged.source,
        "frames": judged.frames,
        "protocolVersion": judged.version,
        "client": judged.peers[0],
        "agent": judged.peers[1],
        "ruleSet": VERSION,
        "notListed": judged.left_out,
        "broken": judged.broken,
    })
}

fn finding(shown: &Shown) -> Value {
    let f = &shown.finding;
    json!({
        "rule": f.rule,
        "severity": f.severity.word(),
        "side": side(f.side),
        "frame": f.frame.0,
        "related": f.related.iter().map(|n| n.0).collect::<Vec<_>>(),
        "pointer": f.pointer,
        "message": f.message,
        "session": f.session,
        "stability": stability(f.stability),
    })
}

/// What findings rest on: versions and days of the rule set and of the protocol knowledge.
#[must_use]
pub fn basis() -> Value {
    let source = Protocol::v1().source;
    json!({
        "ruleSet": VERSION,
        "ruleSetDate": DATE,
        "protocol": {"crate": source.name, "version": source.version, "date": source.date},
    })
}

/// All rules, and what they rest on.
#[must_use]
pub fn rules(list: &[&'static Rule]) -> Value {
    let Value::Object(mut document) = basis() else { return Value::Null };
    document.insert("rules".to_owned(), list.iter().map(|r| rule(r)).collect());
    Value::Object(document)
}

fn rule(rule: &Rule) -> Value {
    json!({
        "id": rule.id,
        "group": rule.group(),
        "severity": rule.severity.word(),
        "side": rule.binds.word(),
        "stability": stability(rule.stability),
        "since": rule.since,
        "title": rule.requirement,
        "why": rule.why,
        "fix": rule.fix,
        "link": rule.address(),
        "requirements": rule.requirements,
        "breaks": rule.breaks.iter().map(|e| dedent(e)).collect::<Vec<_>>(),
        "nearMisses": rule.near_misses.iter().map(|e| dedent(e)).collect::<Vec<_>>(),
    })
}

fn stability(stability: Stability) -> &'static str {
    match stability {
        Stability::Stable => "stable",
        Stability::Draft => "draft",
    }
}
