//! What keeps the data folder and the editor's settings in order.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::{Value, json};
use support::{Home, corpus};

fn recordings(home: &Home) -> Vec<i64> {
    let all = home.json(["list", "--format", "json"])["recordings"].clone();
    all.as_array().unwrap().iter().map(|r| r["number"].as_i64().unwrap()).collect()
}

fn with_recordings(count: usize) -> Home {
    let home = Home::new();
    for file in &corpus()[..count] {
        home.ok(["import", &file.to_string_lossy()]);
    }
    home
}

#[test]
fn pruning_keeps_the_newest_and_what_has_a_name() {
    let home = with_recordings(6);
    let said = home.ok(["prune", "--keep", "4", "--dry-run"]);
    assert!(said.contains("Would delete recording 1:") && said.contains("2 recordings"), "{said}");
    assert_eq!(recordings(&home), [6, 5, 4, 3, 2, 1]);
    home.ok(["rename", "1", "keep me"]);
    home.ok(["prune", "--keep", "4"]);
    assert_eq!(recordings(&home), [6, 5, 4, 3, 1]);
    home.ok(["prune", "--keep", "4", "--named"]);
    assert_eq!(recordings(&home), [6, 5, 4, 3]);
    let message = home.fails(2, ["prune"]);
    assert!(message.contains("--keep"), "{message}");
    let message = home.fails(2, ["prune", "--older-than", "soon"]);
    assert!(message.contains("write a number with a unit"), "{message}");
}

#[test]
fn what_is_bookmarked_is_kept_and_limits_may_hold_by_themselves() {
    let home = with_recordings(5);
    let db = rusqlite::Connection::open(home.db()).unwrap();
    db.execute("INSERT INTO bookmarks (recording, frame, made_at) VALUES (2, 1, 0)", []).unwrap();
    home.ok(["tag", "1", "wanted"]);
    let said = home.ok(["prune", "--keep", "3", "--auto"]);
    assert!(said.contains("from now on whenever a recording begins: --keep 3"), "{said}");
    assert_eq!(recordings(&home), [5, 4, 3, 2, 1]);
    let file = home.path("x.db.prune");
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    // Three recordings begin at once: none of them goes, though only three of all are to stay.
    let mut live: Vec<_> = (0..3).map(|_| home.proxy("echo hello; exec cat")).collect();
    let until = std::time::Instant::now() + std::time::Duration::from_secs(20);
    while recordings(&home).iter().any(|n| [3, 4, 5].contains(n)) {
        assert!(std::time::Instant::now() < until, "{:?}", recordings(&home));
        // Deleting is tried when a recording begins.
        assert!(home.talk("sleep 0.2", b"").status.success());
    }
    assert!([8, 7, 6].iter().all(|n| recordings(&home).contains(n)), "{:?}", recordings(&home));
    assert!(recordings(&home).ends_with(&[2, 1]), "{:?}", recordings(&home));
    for child in &mut live {
        drop(child.stdin.take());
        assert!(child.wait().unwrap().success());
    }
    assert!(home.ok(["prune", "--no-auto"]).contains("any more"));
    assert!(!file.exists());
    home.fails(2, ["prune", "--auto"]);
    home.fails(2, ["prune", "--no-auto", "--keep", "1"]);
    // A file that makes no sense costs nothing.
    std::fs::write(&file, "--keep many").unwrap();
    assert!(home.talk("cat", b"x\n").stdout == b"x\n");
    assert!(recordings(&home).len() >= 4);
}

#[test]
fn pruning_by_age_takes_what_was_recorded_before() {
    let home = Home::new();
    for started in ["2020-01-01T00:00:00Z", "2999-01-01T00:00:00Z"] {
        let file = home.path("x.acp.jsonl");
        let text = format!(
            "{{\"acp_scope\":1,\"started_at\":\"{started}\"}}\n{{\"t\":0,\"dir\":\"c2a\",\"raw\":\"x\"}}\n"
        );
        std::fs::write(&file, text).unwrap();
        home.ok(["import", &file.to_string_lossy()]);
    }
    home.ok(["prune", "--older-than", "30d"]);
    assert_eq!(recordings(&home), [2]);
}

#[test]
fn pruning_by_size_gives_space_back_to_the_disk() {
    let home = Home::new();
    let line = json!({"t": 0, "dir": "c2a", "raw": "x".repeat(100_000)}).to_string() + "\n";
    for _ in 0..8 {
        let file = home.path("x.acp.jsonl");
        std::fs::write(&file, line.repeat(10)).unwrap();
        home.ok(["import", &file.to_string_lossy()]);
    }
    let size = || std::fs::metadata(home.db()).unwrap().len();
    home.ok(["list"]);
    assert!(size() > 8_000_000, "{}", size());
    home.ok(["prune", "--max-size", "4MB"]);
    assert!(size() <= 4_000_000, "{}", size());
    let left = recordings(&home);
    assert!(left.len() >= 2 && left[0] == 8, "{left:?}");
}

#[test]
fn a_live_recording_is_never_pruned() {
    let home = Home::new();
    let mut child = home.proxy("echo hello; exec cat");
    support::wait_until("it is live", || {
        home.json(["list", "--format", "json"])["recordings"][0]["phase"] == "live"
    });
    home.ok(["prune", "--keep", "0"]);
    assert_eq!(recordings(&home).len(), 1);
    drop(child.stdin.take());
    child.wait().unwrap();
}

#[test]
fn a_name_is_given_and_taken() {
    let home = with_recordings(1);
    let title = || home.json(["list", "--format", "json"])["recordings"][0]["title"].clone();
    let before = title();
    assert_eq!(
        home.ok(["rename", "last", "the one that hangs"]),
        "Recording 1 is the one that hangs\n"
    );
    assert_eq!(title(), "the one that hangs");
    assert!(home.ok(["tag", "1", "Bug", "zed", "bug"]).contains("Recording 1: Bug, zed"));
    assert!(home.ok(["list", "--tag", "BUG"]).contains("the one that hangs [Bug, zed]"));
    assert!(home.ok(["list", "--tag", "other"]).contains("No recording of"));
    assert!(home.ok(["tag", "1", "-r", "ZED"]).contains("Recording 1: Bug\n"));
    assert!(
        home.ok(["export", "1"]).lines().next().is_some_and(|h| h.contains(r#""tags":["Bug"]"#))
    );
    home.ok(["tag", "1", "-r", "bug"]);
    home.ok(["rename", "last"]);
    assert_eq!(title(), before);
}

fn checks(home: &Home, code: i32) -> Vec<Value> {
    let output = home.run(["doctor", "--format", "json"]);
    assert_eq!(output.status.code(), Some(code), "{}", String::from_utf8_lossy(&output.stderr));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    all["checks"].as_array().unwrap().clone()
}

fn chmod(path: &Path, mode: u32) {
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
fn the_doctor_finds_what_is_wrong_and_says_what_to_do() {
    let home = with_recordings(1);
    assert!(checks(&home, 0).iter().all(|c| c["state"] != "wrong"));
    assert!(checks(&home, 0).iter().any(|c| c["check"] == "disk"));
    let wrong = |what: &str| -> Value {
        let all = checks(&home, 2);
        let found = all.iter().find(|c| c["state"] == "wrong" && c["check"] == what);
        found.unwrap_or_else(|| panic!("{what}: {all:?}")).clone()
    };
    // Readable by others.
    chmod(&home.db(), 0o644);
    let found = wrong("rights");
    assert_eq!(found["remedy"], format!("chmod 600 {}", home.db().display()));
    chmod(&home.db(), 0o600);
    // Writable by others: other commands refuse it, too.
    chmod(home.dir.path(), 0o757);
    assert!(wrong("folder")["found"].as_str().unwrap().contains("anybody can write"));
    let message = home.fails(2, ["list"]);
    assert!(message.contains("chmod o-w"), "{message}");
    chmod(home.dir.path(), 0o700);
    // Of a newer version.
    let set = |version: i64| {
        let db = rusqlite::Connection::open(home.db()).unwrap();
        db.pragma_update(None, "user_version", version).unwrap();
    };
    let version: i64 = {
        let db = rusqlite::Connection::open(home.db()).unwrap();
        db.query_row("PRAGMA user_version", [], |r| r.get(0)).unwrap()
    };
    set(999);
    // Told once, whatever a command does before.
    let message = home.fails(2, ["list"]);
    assert!(message.contains("newer acp-scope") && message.lines().count() == 1, "{message}");
    assert_eq!(wrong("schema")["remedy"], "update acp-scope");
    set(version);
    // Damaged.
    drop(checks(&home, 0));
    let mut bytes = std::fs::read(home.db()).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle..middle + 16_384].fill(0x5a);
    std::fs::write(home.db(), bytes).unwrap();
    assert!(wrong("database")["remedy"].as_str().unwrap().contains(".recover"));
    // None at all is no fault.
    let none = Home::new();
    assert!(checks(&none, 0).iter().any(|c| c["check"] == "database" && c["state"] == "note"));
}

const SETTINGS: &str = r#"{
  // how I like it
  "agent_servers": {
    "Mine": { "command": "my-agent", "args": ["--acp"], },
    "Theirs": { "type": "registry" },
    "Bare": { "command": "bare" }, // no arguments
  },
}
"#;

#[test]
fn wrapping_and_unwrapping_leaves_no_trace_in_the_settings() {
    let home = Home::new();
    let file = home.path("settings.json");
    std::fs::write(&file, SETTINGS).unwrap();
    chmod(&file, 0o640);
    let place = file.to_string_lossy().into_owned();
    let wrap = |args: &[&str]| home.ok([&["wrap", "--settings", &place], args].concat());

    let diff = wrap(&["--dry-run", "Mine"]);
    assert!(
        diff.contains("-    \"Mine\": { \"command\": \"my-agent\"")
            && diff.contains("\n+    \"Mine\""),
        "{diff}"
    );
    assert_eq!(std::fs::read_to_string(&file).unwrap(), SETTINGS);

    wrap(&["Mine"]);
    let text = std::fs::read_to_string(&file).unwrap();
    let line = format!(
        r#""Mine": {{ "command": "{}", "args": ["run", "--", "my-agent", "--acp"], }},"#,
        support::BIN
    );
    assert!(text.contains(&line), "{text}");
    assert!(text.contains("// how I like it") && text.contains("// no arguments"));
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    let backup = home.path("settings.json.before-acp-scope");
    assert_eq!(std::fs::read_to_string(&backup).unwrap(), SETTINGS);

    wrap(&["--all"]);
    // The copy is still the one without acp-scope.
    assert_eq!(std::fs::read_to_string(&backup).unwrap(), SETTINGS);
    assert!(wrap(&["--all"]).contains("nothing to change"));
    home.ok(["unwrap", "--settings", &place, "Bare"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), text);
    home.ok(["unwrap", "--settings", &place]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), SETTINGS);
}

#[test]
fn what_cannot_be_wrapped_is_said() {
    let home = Home::new();
    let file = home.path("settings.json");
    std::fs::write(&file, SETTINGS).unwrap();
    let place = file.to_string_lossy().into_owned();
    let fails = |args: &[&str]| home.fails(2, [&["wrap", "--settings", &place], args].concat());
    assert!(fails(&["Nobody"]).contains("there are Mine, Theirs, Bare"));
    assert!(fails(&["Theirs"]).contains("has no command"));
    assert!(fails(&[]).contains("no agent is named"));
    std::fs::write(&file, "{}").unwrap();
    assert!(fails(&["Mine"]).contains("has no \"agent_servers\""));
    std::fs::write(&file, "{ nonsense").unwrap();
    fails(&["Mine"]);
    let message = home.fails(2, ["wrap", "--settings", "/nowhere.json", "x"]);
    assert!(message.contains("name the file with --settings"), "{message}");
}

#[test]
fn what_was_wrapped_runs_and_is_recorded() {
    let home = Home::new();
    let file = home.path("settings.json");
    let settings =
        json!({"agent_servers": {"A": {"command": "sh", "args": ["-c", "echo from the agent"]}}});
    std::fs::write(&file, settings.to_string()).unwrap();
    home.ok(["wrap", "--settings", &file.to_string_lossy(), "A"]);
    let text = std::fs::read_to_string(&file).unwrap();
    let agent = serde_json::from_str::<Value>(&text).unwrap()["agent_servers"]["A"].clone();
    let args = agent["args"].as_array().unwrap().iter().map(|a| a.as_str().unwrap());
    let output = std::process::Command::new(agent["command"].as_str().unwrap())
        .args(args)
        .env("ACP_SCOPE_HOME", home.dir.path())
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"from the agent\n");
    let list = std::process::Command::new(support::BIN)
        .args(["list", "--format", "json"])
        .env("ACP_SCOPE_HOME", home.dir.path())
        .output()
        .unwrap();
    let list: Value = serde_json::from_slice(&list.stdout).unwrap();
    assert_eq!(list["recordings"][0]["frames"], 1);
}

#[test]
fn completions_are_for_shells() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish"] {
        let script = home.ok(["completions", shell]);
        assert!(script.contains("acp-scope") && script.contains("unwrap"), "{shell}");
    }
    // A shell takes it.
    let script = home.path("complete.bash");
    std::fs::write(&script, home.ok(["completions", "bash"])).unwrap();
    let status = std::process::Command::new("bash").arg("-n").arg(&script).status().unwrap();
    assert!(status.success());
}
