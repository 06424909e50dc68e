//! `acp-scope doctor`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use super::error::Failure;
use super::text::size;
use super::{Common, Format};
use crate::journal::{self, Found};
use crate::store::{self, Health, Location};

/// Look for what is wrong with the data folder, and say what to do about it
///
/// Checks the database, the journals, rights, versions and space. Changes nothing. The exit code is 2 when something
/// is wrong.
#[derive(Debug, Args)]
pub(super) struct Doctor {
    /// How to print
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

/// How a check has come out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Fine,
    /// Worth knowing.
    Note,
    Wrong,
}

#[derive(Debug)]
struct Check {
    what: &'static str,
    state: State,
    found: String,
    /// What to do.
    remedy: Option<String>,
}

impl Check {
    fn fine(what: &'static str, found: impl Into<String>) -> Check {
        Check { what, state: State::Fine, found: found.into(), remedy: None }
    }

    fn note(what: &'static str, found: impl Into<String>, remedy: impl Into<String>) -> Check {
        Check { what, state: State::Note, found: found.into(), remedy: Some(remedy.into()) }
    }

    fn wrong(what: &'static str, found: impl Into<String>, remedy: impl Into<String>) -> Check {
        Check { what, state: State::Wrong, found: found.into(), remedy: Some(remedy.into()) }
    }
}

impl Doctor {
    pub(super) fn run(&self, common: &Common) -> Result<(), Failure> {
        let location = common.unguarded()?;
        let mut checks =
            vec![Check::fine("program", concat!("acp-scope ", env!("CARGO_PKG_VERSION")))];
        checks.push(in_path());
        checks.extend(rights(&location));
        checks.extend(disk(&location));
        checks.extend(database(&location));
        checks.extend(journals(&location));
        let wrong = checks.iter().filter(|c| c.state == State::Wrong).count();
        let text = match self.format {
            Format::Json => format!("{:#}\n", to_json(&location, &checks)),
            Format::Text => to_text(&checks),
        };
        anstream::stdout().write_all(text.as_bytes()).map_err(|e| Failure::output(&e))?;
        match wrong {
            0 => Ok(()),
            1 => Err(Failure::input("doctor: one thing is wrong: see above")),
            many => Err(Failure::input(format!("doctor: {many} things are wrong: see above"))),
        }
    }
}

fn to_json(location: &Location, checks: &[Check]) -> Value {
    let one = |c: &Check| {
        let state = match c.state {
            State::Fine => "fine",
            State::Note => "note",
            State::Wrong => "wrong",
        };
        json!({ "check": c.what, "state": state, "found": c.found, "remedy": c.remedy })
    };
    json!({
        "database": location.database.display().to_string(),
        "checks": checks.iter().map(one).collect::<Vec<_>>(),
    })
}

fn to_text(checks: &[Check]) -> String {
    let mut text = String::new();
    for c in checks {
        let mark = match c.state {
            State::Fine => "ok   ",
            State::Note => "note ",
            State::Wrong => "WRONG",
        };
        text.push_str(&format!("{mark}  {:<9}  {}\n", c.what, c.found));
        if let Some(remedy) = &c.remedy {
            text.push_str(&format!("                  -> {remedy}\n"));
        }
    }
    text
}

/// An editor starts `acp-scope` by its name.
fn in_path() -> Check {
    let name = "acp-scope";
    let path = std::env::var_os("PATH").unwrap_or_default();
    let found: Option<PathBuf> =
        std::env::split_paths(&path).map(|f| f.join(name)).find(|f| f.is_file());
    let me = std::env::current_exe().ok().and_then(|me| me.canonicalize().ok());
    match found {
        None => Check::note(
            "path",
            "acp-scope is not in PATH",
            "write its full path into your editor's settings, as `acp-scope wrap` does",
        ),
        Some(other) if other.canonicalize().ok() != me => Check::note(
            "path",
            format!("another acp-scope comes first: {}", other.display()),
            "editors may start that one: remove it, or write the full path into their settings",
        ),
        Some(found) => Check::fine("path", found.display().to_string()),
    }
}

fn rights(location: &Location) -> Vec<Check> {
    let mut checks = Vec::new();
    match location.guard() {
        Ok(()) => checks.push(Check::fine("folder", "only you can write in it")),
        Err(e) => checks.push(split("folder", &e.to_string())),
    }
    for place in location.places().into_iter().filter(|p| p.open) {
        let path = place.path.display();
        let mode = if place.path.is_dir() { "700" } else { "600" };
        checks.push(Check::wrong(
            "rights",
            format!("{path} is open to others ({:o})", place.mode),
            format!("chmod {mode} {path}"),
        ));
    }
    checks
}

/// Room below which a recording of some length may not fit.
const LITTLE: u64 = 100 << 20;

/// Whether there is a disk to write on, and room on it.
fn disk(location: &Location) -> Option<Check> {
    let folder = location.database.parent().filter(|f| !f.as_os_str().is_empty());
    let there = folder.unwrap_or(Path::new(".")).ancestors().find(|f| f.is_dir())?;
    let stat = rustix::fs::statvfs(there).ok()?;
    let free = stat.f_bavail.saturating_mul(stat.f_frsize);
    let shown = format!("{} are free", size(i64::try_from(free).unwrap_or(i64::MAX)));
    Some(if stat.f_flag.contains(rustix::fs::StatVfsMountFlags::RDONLY) {
        let found = format!("{} cannot be written: its disk is read-only", there.display());
        Check::wrong("disk", found, "nothing can be recorded there: name another file with --db")
    } else if free < LITTLE / 100 {
        Check::wrong(
            "disk",
            format!("it is full: {shown}"),
            "free some space: what crosses meanwhile is not recorded",
        )
    } else if free < LITTLE {
        Check::note("disk", shown, "free some space: `acp-scope prune` deletes what is old")
    } else {
        Check::fine("disk", shown)
    })
}

/// An error says what, why and what to do; the last part is the remedy.
fn split(what: &'static str, message: &str) -> Check {
    match message.rsplit_once(": ") {
        Some((found, remedy)) => Check::wrong(what, found, remedy),
        None => Check::wrong(what, message, "look at the file by hand"),
    }
}

fn database(location: &Location) -> Vec<Check> {
    let path = &location.database;
    let health = match Health::of(path) {
        Ok(health) => health,
        Err(store::Error::Missing { .. }) => {
            return vec![Check::note(
                "database",
                format!("{} is not there: no recordings yet", path.display()),
                "record one with `acp-scope run -- COMMAND`, or try `acp-scope demo`",
            )];
        }
        Err(e) => return vec![split("database", &e.to_string())],
    };
    let mut checks = Vec::new();
    if !health.ours {
        return vec![Check::wrong(
            "database",
            format!("{} is something else", path.display()),
            "name another file with --db, or move this one away",
        )];
    }
    let bytes = |n: u64| size(i64::try_from(n).unwrap_or(i64::MAX));
    let weight = format!(
        "{}: {} used, {} free in it",
        path.display(),
        bytes(health.used),
        bytes(health.free)
    );
    checks.push(match health.faults.as_slice() {
        [] => Check::fine("database", format!("sound, {weight}")),
        [first, ..] => Check::wrong(
            "database",
            format!("damaged, {weight}: {first}"),
            format!(
                "save what can be read: `sqlite3 {0} .recover | sqlite3 {0}.recovered`, then move it to its place",
                path.display()
            ),
        ),
    });
    let (found, known) = health.schema;
    checks.push(match found.cmp(&known) {
        std::cmp::Ordering::Equal => Check::fine("schema", found.to_string()),
        std::cmp::Ordering::Less => Check::note(
            "schema",
            format!("{found}, of an earlier version; this one has {known}"),
            "the next command brings it up to date, and keeps a copy",
        ),
        std::cmp::Ordering::Greater => Check::wrong(
            "schema",
            format!("{found}, of a newer version; this one knows {known}"),
            "update acp-scope",
        ),
    });
    checks
}

fn journals(location: &Location) -> Vec<Check> {
    let folder = location.journals();
    let scanned = match journal::scan(&folder) {
        Ok(scanned) => scanned,
        Err(e) => {
            let remedy = format!("check the rights of {}", folder.display());
            return vec![Check::wrong("journals", format!("cannot be listed: {e}"), remedy)];
        }
    };
    let mut checks = Vec::new();
    let (mut live, mut left, mut failed) = (0, 0, Vec::new());
    for one in &scanned {
        // The lock is given back at once: to complete is the work of other commands.
        match one.take() {
            Ok(Found::Recording | Found::Completing) => live += 1,
            Ok(Found::Taken(_) | Found::Dying) => left += 1,
            Ok(Found::Gone) => {}
            Err(e) => failed.push(format!("{}: {e}", one.uuid())),
        }
    }
    for why in failed {
        let remedy = format!("check the rights of {}", folder.display());
        checks.push(Check::wrong("journals", why, remedy));
    }
    if left > 0 {
        checks.push(Check::note(
            "journals",
            format!("{left} recordings of killed proxies are not complete yet"),
            "`acp-scope list` completes them",
        ));
    }
    let names = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|e| e.file_name());
    let damaged: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| name.starts_with(".damaged-"))
        .collect();
    if !damaged.is_empty() {
        checks.push(Check::note(
            "journals",
            format!("{} damaged journals are kept: {}", damaged.len(), damaged.join(", ")),
            format!("what could be read of them is recorded; when you need them no more: rm -r {}/.damaged-*", folder.display()),
        ));
    }
    if checks.is_empty() {
        checks.push(Check::fine(
            "journals",
            format!("{live} recordings are live, none is left behind"),
        ));
    }
    checks
}
