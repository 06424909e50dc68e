//! Who may use whom. The table is the one in ARCHITECTURE.md; a new line in it is a decision, not an edit.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};

/// A module, and the modules of this crate that it may use besides itself.
const MAY_USE: &[(&str, &[&str])] = &[
    ("core::frame", &[]),
    ("core::json", &[]),
    ("core::tree", &[]),
    ("core::message", &["core::json", "core::tree"]),
    ("core::pairs", &["core::frame", "core::json", "core::message"]),
    ("core::peer", &["core::message"]),
    ("core::preview", &["core::message"]),
    ("core::protocol", &["core::frame", "core::tree"]),
    ("core::state", &["core::frame", "core::message", "core::protocol", "core::tree"]),
    (
        "core::rules",
        &[
            "core::frame",
            "core::json",
            "core::message",
            "core::protocol",
            "core::state",
            "core::tree",
        ],
    ),
    (
        "core::timeline",
        &["core::frame", "core::message", "core::protocol", "core::state", "core::tree"],
    ),
    ("core::filter", &["core::frame", "core::message", "core::protocol", "core::rules"]),
    ("core::explain", &["core::frame", "core::message", "core::protocol", "core::rules"]),
    ("core::redact", &["core::rules"]),
    ("core::fold", &["core"]),
    ("journal", &["core::frame"]),
    ("splice", &["core::frame", "journal"]),
    ("formats", &["core"]),
    ("report", &["core"]),
    ("store", &["core", "journal"]),
    ("capture", &["core", "formats", "store"]),
    ("judge", &["core", "store", "fault"]),
    ("reconstruct", &["core", "store"]),
    ("ingest", &["core", "store", "judge", "fault"]),
    ("indexer", &["core", "journal", "store", "ingest", "fault"]),
    ("import", &["core", "formats", "report", "store", "capture", "ingest"]),
    ("share", &["core", "formats", "report", "store", "reconstruct", "capture", "import"]),
    ("demo", &[]),
    ("fault", &[]),
    ("background", &[]),
    (
        "server",
        &[
            "core",
            "report",
            "store",
            "indexer",
            "judge",
            "reconstruct",
            "capture",
            "import",
            "share",
            "background",
        ],
    ),
    (
        "cli",
        &[
            "core",
            "journal",
            "splice",
            "formats",
            "report",
            "store",
            "judge",
            "reconstruct",
            "capture",
            "ingest",
            "indexer",
            "import",
            "share",
            "demo",
            "background",
            "server",
        ],
    ),
];

/// Uses against the table that are known, each with its reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[(
    "core::rules::example",
    "core::fold",
    "examples are conversations: they are judged by the whole fold",
)];

/// Crates of the outside world that only these modules may use.
const ONLY_IN: &[(&str, &[&str])] = &[
    ("rusqlite", &["store", "judge", "ingest", "indexer", "import", "cli"]),
    ("axum", &["server"]),
    ("hyper", &["server"]),
    ("hyper_util", &["server"]),
    ("tower_http", &["server"]),
    ("tokio", &["server", "cli"]),
    ("clap", &["cli"]),
    ("anstream", &["cli", "report"]),
    ("signal_hook", &["splice"]),
    ("rustix", &["background", "splice", "store", "server", "cli"]),
];

/// Words that mean I/O, a clock or the environment: never in a pure module.
const PURE: &[&str] = &["core", "formats", "report"];
const IMPURE: &[&str] = &[
    "std::fs",
    "std::env",
    "std::process",
    "std::net",
    "std::thread",
    "std::io",
    "Instant",
    "SystemTime",
    "println!",
    "eprintln!",
    "async fn",
    ".await;",
];

struct Source {
    module: String,
    path: PathBuf,
    /// The code without comments and without what stands behind `#[cfg(test)]`.
    code: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut out = Vec::new();
    collect(&root, &root, &mut out);
    out
}

fn collect(root: &Path, folder: &Path, out: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let inside = path.strip_prefix(root).unwrap().with_extension("");
            let mut parts: Vec<_> =
                inside.iter().map(|p| p.to_string_lossy().into_owned()).collect();
            parts.retain(|p| p != "mod");
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests").next().unwrap().to_owned();
            let code: String = text
                .lines()
                .filter(|l| !l.trim_start().starts_with("//"))
                .map(|l| format!("{l}\n"))
                .collect();
            out.push(Source { module: parts.join("::"), path, code });
        }
    }
}

/// The line of the table that a module stands in.
fn listed(module: &str) -> Option<&'static (&'static str, &'static [&'static str])> {
    MAY_USE.iter().find(|(m, _)| module == *m || module.starts_with(&format!("{m}::")))
}

fn within(module: &str, of: &str) -> bool {
    module == of || module.starts_with(&format!("{of}::"))
}

/// The paths that begin here: one, or those of a group in braces.
fn paths(text: &str) -> Vec<String> {
    let name = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    let end = text.find(|c| !name(c)).unwrap_or(text.len());
    let (prefix, rest) = text.split_at(end);
    let Some(group) = rest.strip_prefix('{') else { return vec![prefix.to_owned()] };
    let (mut depth, mut item, mut out) = (0, 0, Vec::new());
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                let inner = paths(group[item..at].trim());
                out.extend(inner.into_iter().map(|i| format!("{prefix}{i}")));
                item = at + 1;
                if c == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    out
}

/// The modules of this crate that a source names, as far as `use` lines and paths tell.
fn used(source: &Source) -> Vec<String> {
    let mut out = Vec::new();
    let parent: Vec<&str> = source.module.split("::").collect();
    for (start, supers) in [("crate::", 0), ("super::super::", 2), ("super::", 1)] {
        for (at, _) in source.code.match_indices(start) {
            let before = source.code[..at].chars().next_back().unwrap_or(' ');
            if before.is_alphanumeric() || before == ':' || before == '_' {
                continue;
            }
            let base: Vec<&str> = match supers {
                0 => Vec::new(),
                n => parent[..parent.len().saturating_sub(n)].to_vec(),
            };
            for path in paths(&source.code[at + start.len()..]) {
                let parts = path.split("::").filter(|p| !p.is_empty());
                out.push(base.iter().copied().chain(parts).collect::<Vec<_>>().join("::"));
            }
        }
    }
    out
}

#[test]
fn every_module_uses_only_what_it_may() {
    let mut wrong = Vec::new();
    for source in sources() {
        let Some((name, may)) = listed(&source.module) else {
            // The library's root, the binary and core/mod.rs only list modules.
            assert!(
                ["lib", "main", "core"].contains(&source.module.as_str()),
                "{} is in no line of the table",
                source.module
            );
            continue;
        };
        for path in used(&source) {
            let known = MAY_USE.iter().any(|(m, _)| within(&path, m));
            let excepted =
                EXCEPTIONS.iter().any(|(m, p, _)| source.module == *m && within(&path, p));
            let allowed = within(&path, name) || may.iter().any(|m| within(&path, m)) || excepted;
            if known && !allowed {
                wrong.push(format!("{} uses {path}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "against the table:\n{}", wrong.join("\n"));
}

#[test]
fn groups_of_names_are_taken_apart() {
    assert_eq!(paths("core::frame::Dir;"), ["core::frame::Dir"]);
    assert_eq!(
        paths("{indexer, store::{Location, read::{A, B}}, core};"),
        ["indexer", "store::Location", "store::read::A", "store::read::B", "core"]
    );
    assert_eq!(paths("core::{frame, json};"), ["core::frame", "core::json"]);
}

#[test]
fn outside_crates_stay_where_they_belong() {
    let mut wrong = Vec::new();
    for source in sources() {
        for (name, modules) in ONLY_IN {
            let named = source.code.contains(&format!("use {name}::"))
                || source.code.contains(&format!("{name}::"));
            if named && !modules.iter().any(|m| within(&source.module, m)) {
                wrong.push(format!("{} uses {name}", source.path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "against the table:\n{}", wrong.join("\n"));
}

#[test]
fn pure_modules_do_no_io_and_read_no_clock() {
    let mut wrong = Vec::new();
    for source in sources().iter().filter(|s| PURE.iter().any(|p| within(&s.module, p))) {
        for word in IMPURE.iter().filter(|w| source.code.contains(**w)) {
            wrong.push(format!("{} has {word}", source.path.display()));
        }
    }
    assert!(wrong.is_empty(), "not pure:\n{}", wrong.join("\n"));
}

#[test]
fn the_table_names_only_modules_that_exist() {
    let all = sources();
    for (module, may) in MAY_USE {
        for name in std::iter::once(module).chain(may.iter()) {
            assert!(all.iter().any(|s| within(&s.module, name)), "there is no {name}");
        }
    }
}

#[test]
fn the_documented_table_is_this_one() {
    let text =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md")).unwrap();
    for (module, may) in MAY_USE {
        let may = if may.is_empty() {
            "nothing".to_owned()
        } else {
            may.iter().map(|m| format!("`{m}`")).collect::<Vec<_>>().join(", ")
        };
        let line = format!("| `{module}` | {may} |");
        assert!(text.contains(&line), "ARCHITECTURE.md lacks the line\n{line}");
    }
}
