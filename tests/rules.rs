//! Every rule by its own examples, the committed lists, and whole conversations from public reports.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use acp_scope::core::fold::{Fold, FrameInput, Options};
use acp_scope::core::frame::FrameNumber;
use acp_scope::core::rules::example::{self, Step};
use acp_scope::core::rules::{FAILED, Finding, RULES, Severity};
use acp_scope::report::text;

/// What all rules find in a conversation.
fn judge(text: &str) -> Vec<Finding> {
    let mut fold = Fold::new(Options::default());
    let mut findings = Vec::new();
    let mut number = FrameNumber(0);
    for step in example::read(text).unwrap() {
        match step {
            Step::Frame(dir, t, raw) => {
                number.0 += 1;
                let frame = FrameInput { number, dir, t, raw: &raw, terminated: true };
                findings.extend(fold.push(&frame));
            }
            Step::End(dir, t) => fold.eof(dir, t),
        }
    }
    findings.extend(fold.finish());
    findings
}

fn update() -> bool {
    std::env::var_os("UPDATE").is_some_and(|v| v == "1")
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn fresh(path: &Path, wanted: &str) {
    if update() {
        std::fs::write(path, wanted).unwrap();
    }
    let found = std::fs::read_to_string(path).unwrap_or_default();
    assert!(found == wanted, "{} is stale: UPDATE=1 cargo test --test rules", path.display());
}

#[test]
fn each_example_that_breaks_a_rule_gives_one_finding_of_it() {
    let mut faults = String::new();
    for rule in RULES {
        assert!(!rule.breaks.is_empty(), "{}", rule.id);
        for text in rule.breaks {
            let found = judge(text);
            let mine: Vec<_> = found.iter().filter(|f| f.rule == rule.id).collect();
            if mine.len() != 1 {
                let all: Vec<_> = found.iter().map(|f| (f.rule, f.frame.0, &f.message)).collect();
                let _ =
                    writeln!(faults, "{}: {} findings\n{}\n{all:#?}", rule.id, mine.len(), text);
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn no_near_miss_is_found() {
    let mut faults = String::new();
    for rule in RULES {
        assert!(!rule.near_misses.is_empty(), "{}", rule.id);
        for text in rule.near_misses {
            for f in judge(text) {
                if f.rule == rule.id {
                    let _ = writeln!(faults, "{} at {}: {}\n{text}", f.rule, f.frame, f.message);
                }
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn no_rule_fails() {
    for rule in RULES {
        for text in rule.breaks.iter().chain(rule.near_misses) {
            let found = judge(text);
            let failed = found.iter().find(|f| f.rule == FAILED);
            assert!(failed.is_none(), "{failed:?}");
        }
    }
}

#[test]
fn ids_and_texts_have_their_form() {
    let mut seen = std::collections::HashSet::new();
    for rule in RULES {
        assert!(seen.insert(rule.id), "{} twice", rule.id);
        let ok = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, '-' | '/');
        assert!(rule.id.chars().all(ok) && rule.id.matches('/').count() == 1, "{}", rule.id);
        for text in [rule.requirement, rule.why, rule.fix] {
            assert!(text.ends_with(['.', ')']), "{}: {text}", rule.id);
            assert!(
                text.starts_with(|c: char| !c.is_lowercase()
                    || text.starts_with(['_', '$'])
                    || text.split([' ', ':', '/']).next().is_some_and(|w| w.len() > 1)),
                "{}: {text}",
                rule.id
            );
        }
        assert!(rule.link.starts_with('/') || rule.link.starts_with("https://"), "{}", rule.id);
        assert!(!rule.when.is_empty(), "{}", rule.id);
    }
}

#[test]
fn the_index_lists_the_files() {
    let folder = root().join("src/core/rules");
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if !path.is_dir() {
            continue;
        }
        let mut names: Vec<String> = std::fs::read_dir(&path)
            .unwrap()
            .map(|f| f.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
            .collect();
        names.sort();
        groups.push((path.file_name().unwrap().to_string_lossy().into_owned(), names));
    }
    groups.sort();
    let mut out = String::from(
        "//! Generated from the folders beside: `UPDATE=1 cargo test --test rules`.\n\nuse super::Rule;\n",
    );
    for (group, names) in &groups {
        let _ = write!(out, "\n#[path = \"{group}\"]\nmod {group} {{\n");
        for name in names {
            let _ = writeln!(out, "    pub(super) mod {name};");
        }
        out.push_str("}\n");
    }
    out.push_str("\n/// All rules, by group and name.\npub static RULES: &[&Rule] = &[\n");
    for (group, names) in &groups {
        for name in names {
            let _ = writeln!(out, "    &{group}::{name}::RULE,");
        }
    }
    out.push_str("];\n");
    fresh(&folder.join("index.rs"), &out);
    for (rule, (group, name)) in
        RULES.iter().zip(groups.iter().flat_map(|(g, ns)| ns.iter().map(move |n| (g, n))))
    {
        assert_eq!(rule.id, format!("{group}/{name}").replace('_', "-"));
    }
}

#[test]
fn the_reference_is_fresh() {
    fresh(&root().join("docs/rules.md"), &text::reference(RULES));
}

#[test]
fn severities_are_ordered() {
    assert!(Severity::Error > Severity::Warning && Severity::Warning > Severity::Info);
}
