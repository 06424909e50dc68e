//! Recordings made to be shared: secrets are planted in real conversations, and none may come out.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::path::Path;

use serde_json::{Value, json};
use support::{BIN, Home, corpus};

/// Built of halves, so that nobody takes this file for a leak.
fn planted() -> Vec<String> {
    [
        ("gh", "p_0123456789abcdefghijABCDEFGHIJ012345"),
        ("sk-", "proj-AbCdEfGhIjKlMnOpQrSt0123456789"),
        ("AKIA", "QWERTYUIOPASDFGH"),
        ("eyJhbGciOi", "JIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"),
        ("correct-horse-", "battery-staple-77"),
    ]
    .map(|(a, b)| format!("{a}{b}"))
    .to_vec()
}

/// Puts secrets into strings of a frame where a conversation may hold any text.
fn plant(value: &mut Value, count: &mut usize) {
    let secrets = planted();
    match value {
        Value::Object(map) => {
            for (key, value) in map.iter_mut() {
                match (key.as_str(), &mut *value) {
                    ("text" | "stdout" | "formatted_output", Value::String(text))
                        if !text.is_empty() =>
                    {
                        let secret = &secrets[*count % secrets.len()];
                        text.push_str(&format!(" (Bearer {secret})"));
                        *count += 1;
                    }
                    ("mcpServers", Value::Array(servers)) => {
                        servers.push(json!({
                            "name": "planted",
                            "command": "/bin/true",
                            "args": ["--token", secrets[4]],
                            "env": [{"name": "PLANTED", "value": secrets[4]}],
                        }));
                        *count += 1;
                    }
                    _ => plant(value, count),
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| plant(item, count)),
        _ => {}
    }
}

fn with_secrets(file: &Path, count: &mut usize) -> String {
    let text = std::fs::read_to_string(file).unwrap();
    let mut out = String::new();
    for line in text.lines() {
        let mut line: Value = serde_json::from_str(line).unwrap();
        if let Some(mut frame) =
            line["raw"].as_str().and_then(|raw| serde_json::from_str::<Value>(raw).ok())
            && line["dir"] != "err"
        {
            plant(&mut frame, count);
            line["raw"] = frame.to_string().into();
        }
        out.push_str(&format!("{line}\n"));
    }
    out
}

/// A document without what redaction may change: the text of strings that hold a path or a placeholder.
fn form(value: &Value) -> Value {
    match value {
        Value::Object(map) => map
            .iter()
            .filter(|(key, _)| !["recording", "uuid", "number"].contains(&key.as_str()))
            .map(|(key, value)| (key.clone(), form(value)))
            .collect(),
        Value::Array(items) => items.iter().map(form).collect(),
        Value::String(_) => Value::from("text"),
        other => other.clone(),
    }
}

/// What a finding says apart from its words.
fn findings(home: &Home) -> Vec<Value> {
    let output = home.run(["check", "last", "--format", "json"]);
    let checked: Value = serde_json::from_slice(&output.stdout).unwrap();
    let all = checked["findings"].as_array().unwrap().iter();
    all.map(|f| {
        json!([f["rule"], f["severity"], f["side"], f["frame"], f["related"], f["pointer"]])
    })
    .collect()
}

#[test]
fn no_planted_secret_comes_out_and_findings_and_timeline_stay() {
    let (mut planted_in_all, mut judged) = (0, 0);
    for file in corpus() {
        let home = Home::new();
        let mut count = 0;
        let path = home.path("planted.acp.jsonl");
        std::fs::write(&path, with_secrets(&file, &mut count)).unwrap();
        home.ok(["import", &path.to_string_lossy()]);
        let output = home.run(["export", "last", "--redact"]);
        assert!(output.status.success());
        let redacted = String::from_utf8(output.stdout).unwrap();
        for secret in planted() {
            assert!(!redacted.contains(&secret), "{}: {secret}", file.display());
        }
        let told = String::from_utf8(output.stderr).unwrap();
        assert_eq!(told.contains("REDACTED-"), redacted.contains("REDACTED-"), "{told}");
        assert!(count == 0 || redacted.contains("REDACTED-token-1"), "{}", file.display());

        // Each frame is JSON of the same form as before.
        let before = home.ok(["export", "last"]);
        assert_eq!(before.lines().count(), redacted.lines().count());
        for (a, b) in before.lines().zip(redacted.lines()) {
            let parse = |line: &str| -> Value {
                let line: Value = serde_json::from_str(line).unwrap();
                let raw = line["raw"].as_str().unwrap_or_default();
                serde_json::from_str(raw).map_or(Value::Null, |frame: Value| form(&frame))
            };
            assert_eq!(parse(a), parse(b), "{}", file.display());
        }

        let timeline = |home: &Home| {
            form(&home.json(["show", "last", "--view", "timeline", "--format", "json"]))
        };
        let (found, shown) = (findings(&home), timeline(&home));
        let clean = home.path("clean.acp.jsonl");
        std::fs::write(&clean, &redacted).unwrap();
        home.ok(["import", &clean.to_string_lossy()]);
        assert_eq!(findings(&home), found, "{}", file.display());
        assert_eq!(timeline(&home), shown, "{}", file.display());
        // What is redacted stays so: a second time finds nothing.
        assert_eq!(home.ok(["export", "last", "--redact"]), redacted, "{}", file.display());
        planted_in_all += count;
        judged += found.len();
    }
    assert!(planted_in_all > 100 && judged > 10, "{planted_in_all} {judged}");
    eprintln!("{planted_in_all} secrets planted, none came out; {judged} findings stayed");
}

#[test]
fn the_summary_tells_what_was_redacted_how_often_and_where() {
    let home = Home::new();
    let secret = &planted()[0];
    let lines = [
        json!({"acp_scope": 1, "command": ["agent", secret]}),
        json!({"t": 0.1, "dir": "c2a", "raw": json!({"a": secret}).to_string()}),
        json!({"t": 0.2, "dir": "c2a", "raw": json!({"b": format!("x {secret} {secret} /home/alice/")}).to_string()}),
        json!({"t": 0.3, "dir": "err", "raw": secret}),
    ];
    let file = home.path("x.acp.jsonl");
    std::fs::write(&file, lines.map(|l| format!("{l}\n")).concat()).unwrap();
    home.ok(["import", &file.to_string_lossy()]);
    let output = home.run(["export", "last", "--redact"]);
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.starts_with("acp-scope: redacted 2 secrets, 6 times:\n"), "{told}");
    let line = "  REDACTED-token-1: 5 times in the header, frame 1, frame 2, stderr line 1\n";
    assert!(told.contains(line), "{told}");
    assert!(told.contains("  REDACTED-user-1: once in frame 2\n"), "{told}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.contains(secret) && !text.contains("alice"), "{text}");
    assert!(
        text.contains(r#"x REDACTED-token-1 REDACTED-token-1 /home/REDACTED-user-1/"#),
        "{text}"
    );

    let output = home.run(["export", "last", "--redact-pattern", "(x) "]);
    assert!(
        String::from_utf8(output.stdout).unwrap().contains("REDACTED-pattern-1 REDACTED-token-1")
    );
    let message = home.fails(2, ["export", "last", "--redact-pattern", "("]);
    assert!(message.contains("regex parse error"), "{message}");
    // Without being asked, an export is exact.
    assert!(home.ok(["export", "last"]).contains(secret));
}

#[test]
fn who_exports_is_not_named() {
    let home = Home::new();
    home.talk("cat >/dev/null", b"{\"cwd\":\"/data/people/bob/src\",\"by\":\"bobby or bob\"}\n");
    let output = std::process::Command::new(BIN)
        .arg("--db")
        .arg(home.db())
        .args(["export", "last", "--redact"])
        .env("HOME", "/data/people/bob")
        .env("USER", "bob")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains(r#"/data/people/REDACTED-user-1/src"#), "{text}");
    assert!(text.contains("bobby or REDACTED-user-1"), "{text}");
}
