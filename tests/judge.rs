//! Findings of recordings: made as the frames come in, kept, made again, the same whichever way.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use serde_json::{Value, json};
use support::{Home, corpus};

const ASKS: &str = r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}"#;
const ANSWERS: &str =
    r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":1,"agentCapabilities":{}}}"#;
const UNASKED: &str = r#"{"jsonrpc":"2.0","id":"nobody-asked","result":{}}"#;

/// The stored findings of the last recording, as far as `check` prints them too.
fn stored(home: &Home) -> Vec<(String, i64, String, String)> {
    let db = rusqlite::Connection::open(home.db()).unwrap();
    let mut query = db
        .prepare(
            "SELECT rule, frame, pointer, message FROM findings
             WHERE recording = (SELECT id FROM recordings ORDER BY uuid DESC LIMIT 1)
             ORDER BY frame, rule, pointer, message",
        )
        .unwrap();
    let rows = query.query_map([], |r| Ok((r.get(0)?, r.get(1)?, r.get(2)?, r.get(3)?))).unwrap();
    rows.map(Result::unwrap).collect()
}

fn checked(home: &Home, target: &str) -> Vec<(String, i64, String, String)> {
    let output = home.run(["check", target, "--format", "json"]);
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    let text = |v: &Value| v.as_str().unwrap_or_default().to_owned();
    let mut found: Vec<_> = all["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|f| {
            (
                text(&f["rule"]),
                f["frame"].as_i64().unwrap(),
                text(&f["pointer"]),
                text(&f["message"]),
            )
        })
        .collect();
    found.sort_by(|a, b| (a.1, &a.0, &a.2, &a.3).cmp(&(b.1, &b.0, &b.2, &b.3)));
    found
}

#[test]
fn findings_are_there_as_the_frames_arrive() {
    let home = Home::new();
    let script = format!("read x; echo '{ANSWERS}'; echo '{UNASKED}'; read x; sleep 0.2");
    let mut child = home.proxy(&script);
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, format!("{ASKS}\n").as_bytes()).unwrap();
    let mut live = Vec::new();
    for _ in 0..500 {
        let row = home.json(["list", "--format", "json"])["recordings"][0].clone();
        if row["findings"]["error"].as_i64() > Some(0) {
            assert_eq!(row["phase"], "live");
            live = stored(&home);
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert!(live.iter().any(|f| f.1 == 3), "{live:?}");
    drop(stdin);
    child.wait().unwrap();
    home.ok(["list"]);
    assert_eq!(stored(&home), checked(&home, "last"));
}

#[test]
fn stored_findings_are_those_of_check() {
    let home = Home::new();
    for file in corpus() {
        let path = file.to_string_lossy();
        home.ok(["import", &path]);
        let stored = stored(&home);
        assert_eq!(stored, checked(&home, "last"), "{path}");
        assert_eq!(stored, checked(&home, &path), "{path}");
        let row = &home.json(["list", "--format", "json"])["recordings"][0];
        let counted: i64 =
            ["error", "warning", "info"].iter().map(|s| row["findings"][s].as_i64().unwrap()).sum();
        assert_eq!(counted, stored.len() as i64, "{path}");
    }
}

#[test]
fn show_prints_findings_too() {
    let home = Home::new();
    home.talk("cat", format!("{UNASKED}\n").as_bytes());
    let shown = home.ok(["show", "last", "--view", "findings", "--format", "json"]);
    let checked = home.run(["check", "last", "--format", "json"]).stdout;
    assert_eq!(shown.as_bytes(), checked);
    let message = home.fails(2, ["show", "last", "--view", "findings", "--at", "1"]);
    assert!(message.contains("--at does not go with --view findings"), "{message}");
}

#[test]
fn a_killed_proxy_loses_no_finding_and_has_none_twice() {
    let home = Home::new();
    let script =
        format!("read x; echo '{ANSWERS}'; while :; do echo '{UNASKED}'; sleep 0.002; done");
    for wait in [20, 90, 200] {
        let mut child = home.proxy(&script);
        let mut stdin = child.stdin.take().unwrap();
        std::io::Write::write_all(&mut stdin, format!("{ASKS}\n").as_bytes()).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
        home.ok(["list"]);
        assert_eq!(stored(&home), checked(&home, "last"));
    }
}

#[test]
fn a_page_judges_again_what_an_older_rule_set_has_judged() {
    let home = Home::new();
    let file = home.path("x.acp.jsonl");
    let line =
        |t: f64, dir: &str, raw: &str| format!("{}\n", json!({ "t": t, "dir": dir, "raw": raw }));
    let text =
        [line(0.1, "c2a", ASKS), line(0.2, "a2c", ANSWERS), line(0.3, "a2c", UNASKED)].concat();
    std::fs::write(&file, text).unwrap();
    home.ok(["import", &file.to_string_lossy()]);
    let want = stored(&home);
    assert!(!want.is_empty());
    let db = rusqlite::Connection::open(home.db()).unwrap();
    db.execute_batch(
        "UPDATE recordings SET judged_by = 0, errors = 99; UPDATE findings SET message = 'old'",
    )
    .unwrap();
    let mut page =
        home.command(["ui", "--port", "0"]).stdout(std::process::Stdio::null()).spawn().unwrap();
    let mut judged = false;
    for _ in 0..1_000 {
        judged = db.query_row("SELECT judged_by > 0 FROM recordings", [], |r| r.get(0)).unwrap();
        if judged {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    page.kill().unwrap();
    page.wait().unwrap();
    assert!(judged);
    assert_eq!(stored(&home), want);
    assert_ne!(home.json(["list", "--format", "json"])["recordings"][0]["findings"]["error"], 99);
}

/// A frame of the agent with a text of this size, around it its beginning and its end.
fn large(head: &str, size: u32, tail: &str) -> String {
    format!("printf '%s' '{head}'; head -c {size} /dev/zero | tr '\\0' x; echo '{tail}'")
}

#[test]
fn large_frames_are_judged_and_what_cannot_be_held_is_told_once() {
    let home = Home::new();
    let update = |rest: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"s1","update":{{{rest}"#
        )
    };
    let setup = r#"{"jsonrpc":"2.0","id":2,"result":{"sessionId":"s1"}}"#;
    let script = [
        format!("read x; echo '{ANSWERS}'; read x; echo '{setup}'"),
        // Kept in parts, and wrong: it has no title.
        large(
            &update(r#""sessionUpdate":"tool_call","toolCallId":"c1","_x":""#),
            3_000_000,
            r#""}}}"#,
        ),
        // Too large to be held.
        large(
            &update(r#""sessionUpdate":"tool_call","toolCallId":"c2","title":""#),
            70_000_000,
            r#""}}}"#,
        ),
        format!(
            "echo '{}'",
            update(r#""sessionUpdate":"tool_call_update","toolCallId":"c1","status":7}}}"#)
        ),
        format!(
            "echo '{}'",
            update(
                r#""sessionUpdate":"tool_call_update","toolCallId":"c2","status":"completed"}}}"#
            )
        ),
    ]
    .join("\n");
    let new =
        r#"{"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}"#;
    home.talk(&script, format!("{ASKS}\n{new}\n").as_bytes());
    home.ok(["list"]);
    let found = stored(&home);
    let of = |frame: i64| -> Vec<&str> {
        found.iter().filter(|f| f.1 == frame).map(|f| f.0.as_str()).collect()
    };
    assert_eq!(of(5), ["tool-calls/shape"], "{found:#?}");
    assert_eq!(of(6), ["transport/envelope-only"], "{found:#?}");
    assert_eq!(of(7), ["tool-calls/status"], "{found:#?}");
    assert_eq!(of(8), [""; 0], "{found:#?}");
    assert_eq!(found, checked(&home, "last"));
    // From the rows, as when the rules have changed.
    let file = home.path("large.acp.jsonl");
    home.ok(["export", "last", "-o", file.to_str().unwrap()]);
    home.ok(["import", file.to_str().unwrap()]);
    assert_eq!(found, stored(&home));
}
