//! Commands as their users meet them: results, messages, exit codes.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::collections::HashSet;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use support::{BIN, Home, corpus};

/// A line with its members in the contract's order, written without blanks.
fn normal(line: &str) -> String {
    let line: Value = serde_json::from_str(line).unwrap();
    let raw = json!(line["raw"]);
    format!(r#"{{"t":{},"dir":{},"raw":{raw}}}"#, line["t"], line["dir"])
}

#[test]
fn every_recording_of_the_corpus_comes_back_as_it_was() {
    let home = Home::new();
    for file in corpus() {
        let path = file.to_string_lossy().into_owned();
        home.ok(["import", &path]);
        let exported = home.ok(["export", "last"]);
        let original = std::fs::read_to_string(&file).unwrap();
        let want: Vec<String> = original.lines().map(normal).collect();
        let got: Vec<String> = exported.lines().map(ToOwned::to_owned).collect();
        assert_eq!(got, want, "{path}");
        // And what comes back imports to the same again.
        let again = home.path("again.acp.jsonl");
        std::fs::write(&again, &exported).unwrap();
        home.ok(["import", &again.to_string_lossy()]);
        assert_eq!(home.ok(["export", "last"]), exported, "{path}");
    }
}

#[test]
fn an_export_of_a_live_recording_imports_to_the_same_rows() {
    let home = Home::new();
    home.talk(
        r#"echo '{"jsonrpc":"2.0","id":1,"result":{}}'; printf '\377\n' ; printf 'tail'; echo e >&2"#,
        b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clientInfo\":{\"name\":\"c\"}}}\n[]\n",
    );
    let exported = home.ok(["export", "last"]);
    let file = home.path("x.acp.jsonl");
    std::fs::write(&file, &exported).unwrap();
    let rows = |name: &str| {
        home.json(["show", name, "--view", "frames", "--format", "json"])["frames"].clone()
    };
    let before = rows("last");
    home.ok(["import", &file.to_string_lossy()]);
    assert_eq!(rows("last"), before);
    assert_eq!(home.ok(["export", "last"]), exported);
    // A capture file is shown without being imported.
    assert_eq!(rows(&file.to_string_lossy()), before);
    assert_eq!(home.json(["list", "--format", "json"])["recordings"].as_array().unwrap().len(), 2);
}

#[test]
fn a_damaged_capture_file_is_refused_whole_with_line_and_reason() {
    let home = Home::new();
    let file = home.path("bad.acp.jsonl");
    let good = r#"{"t":0.1,"dir":"c2a","raw":"x"}"#;
    for (second, why) in [
        (
            "{\"t\":0.1,\"dir\":\"c2a\",\"raw\":\"cu",
            "bad.acp.jsonl:2: not a line of a capture file: EOF",
        ),
        (r#"{"t":0.1,"dir":"up","raw":"x"}"#, r#"bad.acp.jsonl:2: "dir" must be"#),
        (r#"{"t":-1,"dir":"c2a","raw":"x"}"#, r#"bad.acp.jsonl:2: "t" must be seconds"#),
        ("[1]", "bad.acp.jsonl:2: not a line of a capture file"),
    ] {
        std::fs::write(&file, format!("{good}\n{second}\n{good}\n")).unwrap();
        let message = home.fails(2, ["import", &file.to_string_lossy()]);
        assert!(message.starts_with("acp-scope: ") && message.contains(why), "{message}");
        assert!(message.contains("nothing was imported; the 1 frames"), "{message}");
    }
    std::fs::write(&file, "\n\n").unwrap();
    let message = home.fails(2, ["import", &file.to_string_lossy()]);
    assert!(message.contains("holds no frames"), "{message}");
    let message = home.fails(2, ["import", "/nowhere.jsonl"]);
    assert!(message.contains("/nowhere.jsonl: cannot be read: No such file"), "{message}");
    let message = home.fails(2, ["import", &home.dir.path().to_string_lossy()]);
    assert!(message.contains("is a folder"), "{message}");
    // Of several files the good ones are taken.
    let good_file = home.path("good.acp.jsonl");
    std::fs::write(&good_file, good).unwrap();
    home.fails(2, ["import", &file.to_string_lossy(), &good_file.to_string_lossy()]);
    assert_eq!(home.json(["list", "--format", "json"])["recordings"].as_array().unwrap().len(), 1);
}

#[test]
fn a_capture_file_comes_from_standard_input_too() {
    let home = Home::new();
    let file = std::fs::File::open(&corpus()[0]).unwrap();
    let status = home.command(["import", "-"]).stdin(file).stdout(Stdio::null()).status().unwrap();
    assert!(status.success());
    assert!(home.json(["list", "--format", "json"])["recordings"][0]["frames"].as_i64() > Some(1));
}

#[test]
fn a_recording_is_named_by_number_uuid_or_last() {
    let home = Home::new();
    let message = home.fails(2, ["show", "last"]);
    assert!(message.contains("no recordings yet: record one with"), "{message}");
    home.ok(["import", &corpus()[0].to_string_lossy()]);
    home.ok(["import", &corpus()[1].to_string_lossy()]);
    let all = home.json(["list", "--format", "json"])["recordings"].clone();
    let uuid = all[1]["uuid"].as_str().unwrap();
    for name in
        [all[1]["number"].to_string(), uuid.to_owned(), uuid[..uuid.len() - 1].to_uppercase()]
    {
        let shown = home.json(["show", &name, "--view", "frames", "--format", "json"]);
        assert_eq!(shown["recording"]["uuid"], uuid, "{name}");
    }
    assert_eq!(home.json(["show", "last", "--format", "json"])["recording"], all[0]);
    let message = home.fails(2, ["export", "17"]);
    assert_eq!(
        message,
        "acp-scope: no recording \"17\": there are 2, the newest is number 2: see `acp-scope list`\n"
    );
    let message = home.fails(2, ["export", "live"]);
    assert!(message.contains("no recording is live"), "{message}");
    let message = home.fails(2, ["export", "gemini"]);
    assert!(message.contains("did you mean 1 ("), "{message}");
}

#[test]
fn deleting_takes_everything_and_nothing_else() {
    let home = Home::new();
    for file in &corpus()[..3] {
        home.ok(["import", &file.to_string_lossy()]);
    }
    let kept = home.ok(["export", "2"]);
    home.fails(2, ["delete", "1", "99"]);
    assert_eq!(home.json(["list", "--format", "json"])["recordings"].as_array().unwrap().len(), 3);
    home.ok(["delete", "1", "3"]);
    assert_eq!(home.ok(["export", "2"]), kept);
    let db = rusqlite::Connection::open(home.db()).unwrap();
    for (table, column) in [
        ("frames", "id >> 32"),
        ("payloads", "id >> 32"),
        ("sessions", "recording"),
        ("stderr_lines", "recording"),
        ("marks", "recording"),
    ] {
        let mut query = db.prepare(&format!("SELECT DISTINCT {column} FROM {table}")).unwrap();
        let left: HashSet<i64> =
            query.query_map([], |r| r.get(0)).unwrap().map(Result::unwrap).collect();
        assert!(left.is_subset(&HashSet::from([2])), "{table}: {left:?}");
    }
}

#[test]
fn what_is_no_database_is_refused_with_a_way_out() {
    let home = Home::new();
    std::fs::write(home.db(), "a text, ".repeat(300)).unwrap();
    let message = home.fails(2, ["list"]);
    assert!(
        message.ends_with(
            "not an acp-scope database: name another file with --db, or move this one away\n"
        ),
        "{message}"
    );
    std::fs::remove_file(home.db()).unwrap();
    home.ok(["import", &corpus()[0].to_string_lossy()]);
    rusqlite::Connection::open(home.db()).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let message = home.fails(2, ["list"]);
    assert!(message.contains("made by a newer acp-scope (schema 99, this one knows "), "{message}");
}

#[test]
fn the_database_is_where_it_is_said_to_be() {
    let home = Home::new();
    let run = |name: &str, value: &std::path::Path| {
        let mut command = Command::new(BIN);
        command
            .env_remove("ACP_SCOPE_HOME")
            .env_remove("XDG_DATA_HOME")
            .env("HOME", home.path("home"));
        let status = command.env(name, value).args(["run", "--", "true"]).status().unwrap();
        assert!(status.success());
    };
    run("ACP_SCOPE_HOME", &home.path("one"));
    assert!(
        home.path("one/acp-scope.db").exists() || home.path("one/acp-scope.db.journals").exists()
    );
    run("XDG_DATA_HOME", &home.path("two"));
    assert!(home.path("two/acp-scope").is_dir());
    run("NOTHING", &home.path("three"));
    assert!(home.path("home/.local/share/acp-scope").is_dir());
}

#[test]
fn usage_errors_say_what_to_write() {
    let home = Home::new();
    let message = home.fails(2, [] as [&str; 0]);
    assert!(
        message.contains("no command: to record an agent, write its command behind"),
        "{message}"
    );
    let message = home.fails(2, ["ui", "4747"]);
    assert!(message.contains("unexpected argument '4747'"), "{message}");
    let message = home.fails(2, ["show", "nowhere.acp.jsonl"]);
    assert!(message.contains("nowhere.acp.jsonl: no such file"), "{message}");
    let message = home.fails(2, ["run"]);
    assert!(message.contains("<COMMAND>"), "{message}");
    let message = home.fails(2, ["lsit"]);
    assert_eq!(
        message,
        "acp-scope: no command \"lsit\": did you mean `list`?: see `acp-scope --help`\n"
    );
}

#[test]
fn output_that_nobody_reads_is_no_error() {
    let home = Home::new();
    for file in corpus() {
        home.ok(["import", &file.to_string_lossy()]);
    }
    let mut child =
        home.command(["show", "1"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn the_demonstration_records_a_whole_turn() {
    let home = Home::new();
    home.ok(["demo", "--no-page", "--speed", "50"]);
    let shown = home.json(["show", "last", "--view", "frames", "--format", "json"]);
    let recording = &shown["recording"];
    assert_eq!((&recording["origin"], &recording["problems"]), (&"demo".into(), &0.into()));
    assert_eq!(recording["agent"]["title"], "Demo agent");
    let frames = shown["frames"].as_array().unwrap();
    for update in [
        "plan",
        "agent_thought_chunk",
        "tool_call",
        "notice",
        "compaction_update",
        "agent_message_chunk",
    ] {
        assert!(frames.iter().any(|f| f["update"] == update), "{update}");
    }
    assert!(frames.iter().any(|f| f["method"] == "session/request_permission"));
    for f in frames.iter().filter(|f| f["kind"] == "request") {
        assert!(f["pair"].is_number(), "{f}");
    }
    assert_eq!(frames.last().unwrap()["method"], "session/prompt");
}

#[test]
fn odd_ids_are_printed_as_they_were_sent() {
    let home = Home::new();
    let ids = ["1E400", "-0", "1.0", "\"\\u0000\"", "null", "123456789012345678901234567890"];
    let input: String = ids
        .iter()
        .map(|id| format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},\"method\":\"m\"}}\n"))
        .collect();
    home.talk("cat >/dev/null", input.as_bytes());
    let text = home.ok(["show", "last", "--view", "frames", "--format", "json"]);
    for id in ids {
        assert!(text.contains(&format!("\"id\":{id},")), "{id} in {text}");
    }
    let one: &serde_json::value::RawValue = serde_json::from_str(&text).unwrap();
    assert!(one.get().len() > 100);
}

#[test]
fn a_long_name_does_not_stretch_the_table() {
    let home = Home::new();
    let input = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"{}\"}}\n", "m".repeat(400));
    home.talk("cat >/dev/null", input.as_bytes());
    let text = home.ok(["show", "last", "--view", "frames"]);
    assert!(text.lines().all(|l| l.chars().count() < 160), "{text}");
}

#[test]
fn an_export_does_not_overwrite_its_own_database() {
    let home = Home::new();
    home.ok(["import", &corpus()[0].to_string_lossy()]);
    let before = std::fs::read(home.db()).unwrap();
    let message = home.fails(2, ["export", "1", "-o", &home.db().to_string_lossy()]);
    assert!(message.contains("belongs to the database itself"), "{message}");
    assert!(std::fs::read(home.db()).unwrap() == before);
}

#[test]
fn what_agents_write_cannot_steer_the_terminal() {
    let home = Home::new();
    home.talk("cat >/dev/null", b"{\"jsonrpc\":\"2.0\",\"method\":\"\\u001b]0;owned\\u0007\"}\n");
    let text = home.ok(["show", "last", "--view", "frames"]);
    assert!(!text.contains('\u{1b}') && text.contains("␛]0;owned␇"), "{text}");
}

/// The whole help, so that a change of it is seen. `UPDATE_DOCS=1` writes it.
#[test]
fn the_help_is_the_documented_one() {
    let home = Home::new();
    let mut text = String::from(
        "# Command line\n\nWhat `acp-scope --help` and the help of each command print.\n",
    );
    for command in [
        "",
        "run",
        "ui",
        "demo",
        "list",
        "show",
        "check",
        "rules",
        "import",
        "export",
        "rename",
        "delete",
        "prune",
        "doctor",
        "wrap",
        "unwrap",
        "completions",
    ] {
        let args: Vec<&str> = [command, "--help"].into_iter().filter(|a| !a.is_empty()).collect();
        let help = Command::new(BIN).args(args).env("COLUMNS", "100").output().unwrap();
        let help = String::from_utf8(help.stdout).unwrap();
        let help: String = help.lines().map(|l| format!("{}\n", l.trim_end())).collect();
        let title = format!("acp-scope {command}");
        text.push_str(&format!("\n## {}\n\n```text\n{}```\n", title.trim(), help));
    }
    drop(home);
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cli.md");
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(committed, text, "docs/cli.md is stale: run `UPDATE_DOCS=1 cargo test --test cli`");
}

/// Strings of a frame that people get to read, each with what would steer a terminal: a title, colours, the cursor,
/// and marks that turn the order of the text around.
fn hostile(value: &mut Value) {
    const ATTACK: &str = "\u{1b}]0;x\u{7}\u{9b}31m\u{202e}\u{2067}\u{7f}\r\u{8}";
    const MEANT: [&str; 15] = [
        "text",
        "title",
        "name",
        "version",
        "message",
        "description",
        "path",
        "cwd",
        "newText",
        "command",
        "content",
        "data",
        "optionId",
        "sessionId",
        "toolCallId",
    ];
    match value {
        Value::Array(all) => all.iter_mut().for_each(hostile),
        Value::Object(members) => {
            for (key, value) in members {
                match value {
                    Value::String(text) if MEANT.contains(&key.as_str()) => text.push_str(ATTACK),
                    other => hostile(other),
                }
            }
        }
        _ => {}
    }
}

#[test]
fn nothing_that_crossed_can_steer_the_terminal() {
    let home = Home::new();
    let mut attacked = 0;
    for file in corpus() {
        let mut lines = String::new();
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let mut line: Value = serde_json::from_str(line).unwrap();
            let frame =
                line["raw"].as_str().and_then(|raw| serde_json::from_str::<Value>(raw).ok());
            if let Some(mut frame) = frame {
                let before = frame.clone();
                hostile(&mut frame);
                attacked += u32::from(frame != before);
                line["raw"] = json!(frame.to_string());
            }
            lines.push_str(&format!("{line}\n"));
        }
        let path = home.path("hostile.acp.jsonl");
        std::fs::write(&path, lines).unwrap();
        home.ok(["import", &path.to_string_lossy()]);
        let views = ["timeline", "frames", "findings", "state", "stats"];
        let shown = views.map(|view| vec!["show", "last", "--view", view]);
        let full = vec!["show", "last", "--full", "--stderr"];
        let others =
            [full, vec!["list"], vec!["explain", "last", "--frame", "2"], vec!["search", "e"]];
        for command in shown.into_iter().chain(others) {
            let out = home.ok(command.clone());
            let steers = |c: &char| {
                (c.is_control() && *c != '\n')
                    || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            };
            let found = out.char_indices().find(|(_, c)| steers(c));
            assert_eq!(found, None, "{command:?} of {}: {out}", file.display());
        }
    }
    assert!(attacked > 500, "{attacked}");
}
