//! The validator's answers to planted faults, word for word.

#![allow(clippy::disallowed_methods, reason = "a test may read and write its own data")]

use acp_scope::core::protocol::Protocol;
use acp_scope::core::protocol::issue::{Issue, LeniencyKind};
use acp_scope::core::tree;
use serde_json::Value;
use std::fmt::Write;

const FILE: &str = "tests/protocol/faults.txt";

#[test]
fn planted_faults_get_these_answers() {
    let written = std::fs::read_to_string(FILE).unwrap();
    let mut now = String::new();
    for line in written.lines() {
        if let Some(case) = line.strip_prefix("> v") {
            let _ = writeln!(now, "{line}");
            for issue in answers(case) {
                let _ = writeln!(now, "{}", words(&issue));
            }
        } else if line.is_empty() || line.starts_with('#') {
            let _ = writeln!(now, "{line}");
        }
    }
    if std::env::var_os("UPDATE").is_some() {
        return std::fs::write(FILE, &now).unwrap();
    }
    for (was, is) in written.lines().zip(now.lines()) {
        assert_eq!(was, is);
    }
    assert_eq!(written, now);
}

fn answers(case: &str) -> Vec<Issue> {
    let (version, case) = case.split_once(' ').unwrap();
    let (definition, value) = case.split_once(' ').unwrap();
    let schema = Protocol::of_version(version.parse().unwrap()).unwrap().schema();
    assert!(schema.has(definition), "{definition}");
    let value: Value = serde_json::from_str(value).unwrap();
    schema.check(definition, &tree::Value::from(&value))
}

fn words(issue: &Issue) -> String {
    let mut text = format!("{:?} {:?} {issue}", issue.code, issue.pointer);
    if issue.unstable {
        text.push_str(" (draft)");
    }
    if let Some(lenient) = &issue.lenient {
        let _ = match lenient.kind {
            LeniencyKind::ReadAs(value) => write!(text, " [{} reads as {value}]", lenient.pointer),
            kind => write!(text, " [{kind:?} {}]", lenient.pointer),
        };
    }
    text
}
