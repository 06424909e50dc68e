//! Files of other tools, as their users have them.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use serde_json::{Value, json};
use support::{Home, corpus};

/// The messages of a real conversation, each with its direction.
fn conversation() -> Vec<(String, Value)> {
    let file = corpus().into_iter().find(|f| f.to_string_lossy().contains("claude-tools")).unwrap();
    let text = std::fs::read_to_string(file).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let frames = lines.filter(|l| l["dir"] == "c2a" || l["dir"] == "a2c").map(|l| {
        let frame = serde_json::from_str(l["raw"].as_str().unwrap()).unwrap();
        (l["dir"].as_str().unwrap().to_owned(), frame)
    });
    let frames: Vec<_> = frames.collect();
    assert!(frames.len() > 20);
    frames
}

/// Imports a file, and gives the directions and messages that came of it.
fn imported(home: &Home, name: &str, text: &str) -> Vec<(String, Value)> {
    let file = home.path(name);
    std::fs::write(&file, text).unwrap();
    home.ok(["import", &file.to_string_lossy()]);
    let export = home.ok(["export", "last"]);
    let lines = export.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    lines
        .filter(|l| l["dir"] == "c2a" || l["dir"] == "a2c")
        .map(|l| {
            let frame = serde_json::from_str(l["raw"].as_str().unwrap()).unwrap();
            (l["dir"].as_str().unwrap().to_owned(), frame)
        })
        .collect()
}

#[test]
fn bare_messages_get_the_directions_that_they_had() {
    let home = Home::new();
    let want = conversation();
    let text: String = want.iter().map(|(_, frame)| format!("{frame}\n")).collect();
    assert_eq!(imported(&home, "bare.jsonl", &text), want);
    // That they are guessed is not forgotten.
    let export = home.ok(["export", "last"]);
    assert!(export.lines().next().unwrap().contains(r#""directions":"guessed""#));
}

#[test]
fn what_zed_copies_is_read() {
    let home = Home::new();
    let want = conversation();
    let entries: Vec<Value> = want
        .iter()
        .map(|(dir, frame)| {
            let mut entry = frame.clone();
            let kind = match (frame.get("method"), frame.get("id")) {
                (None, _) => "response",
                (_, Some(_)) => "request",
                _ => "notification",
            };
            entry.as_object_mut().unwrap().remove("jsonrpc");
            entry["_direction"] = json!(if dir == "c2a" { "outgoing" } else { "incoming" });
            entry["_type"] = json!(kind);
            entry
        })
        .collect();
    let text = serde_json::to_string_pretty(&entries).unwrap();
    let got = imported(&home, "zed.json", &text);
    assert_eq!(got.len(), want.len());
    for (got, want) in got.iter().zip(&want) {
        assert_eq!(got, want);
    }
    // It can be judged and shown without being imported, too.
    let file = home.path("zed.json");
    let shown =
        home.json(["show", &file.to_string_lossy(), "--view", "frames", "--format", "json"]);
    assert_eq!(shown["frames"].as_array().unwrap().len(), want.len());
}

#[test]
fn a_conductor_trace_is_read() {
    let home = Home::new();
    let want = conversation();
    let mut text = String::new();
    for (number, (dir, frame)) in want.iter().enumerate() {
        let (from, to) = if dir == "c2a" { ("Client", "Proxy(0)") } else { ("Proxy(0)", "Client") };
        let mut event = json!({"ts": number as f64 / 10.0, "from": from, "to": to});
        for (name, value) in frame.as_object().unwrap() {
            match name.as_str() {
                "result" | "error" => event["payload"] = value.clone(),
                "jsonrpc" => {}
                _ => event[name] = value.clone(),
            }
        }
        event["type"] = json!(match (frame.get("method"), frame.get("id")) {
            (None, _) => "response",
            (_, Some(_)) => "request",
            _ => "notification",
        });
        event["is_error"] = json!(frame.get("error").is_some());
        text.push_str(&format!("{event}\n"));
        // The same once more behind the proxy, which is not the client's conversation.
        event["from"] = json!("Proxy(0)");
        event["to"] = json!("Agent");
        text.push_str(&format!("{event}\n"));
    }
    assert_eq!(imported(&home, "trace.jsons", &text), want);
}

#[test]
fn another_database_is_taken_over_and_stays_as_it_is() {
    let (from, to) = (Home::new(), Home::new());
    for file in &corpus()[..3] {
        from.ok(["import", &file.to_string_lossy()]);
    }
    from.ok(["rename", "2", "the second"]);
    let before = std::fs::read(from.db()).unwrap();
    let said = to.ok(["import", &from.db().to_string_lossy()]);
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(std::fs::read(from.db()).unwrap() == before);
    for number in ["1", "2", "3"] {
        assert_eq!(to.ok(["export", number]), from.ok(["export", number]));
    }
    let rest: Vec<_> = std::fs::read_dir(to.dir.path())
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("import"))
        .collect();
    assert!(rest.is_empty(), "{rest:?}");
    let other = to.path("other.db");
    rusqlite::Connection::open(&other).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
    let message = to.fails(2, ["import", &other.to_string_lossy()]);
    assert!(message.contains("other.db: not an acp-scope database"), "{message}");
}

#[test]
fn what_can_be_read_but_once_is_read_from_its_beginning() {
    let home = Home::new();
    let file = corpus()[0].to_string_lossy().into_owned();
    home.ok(["import", &file]);
    let (pipe, own) = (home.path("pipe"), home.db());
    let script = format!(
        "mkfifo '{0}'; cat '{file}' > '{0}' & exec timeout 20 '{1}' --db '{2}' import '{0}'",
        pipe.display(),
        support::BIN,
        own.display()
    );
    let output = std::process::Command::new("sh").args(["-c", &script]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(home.recorded(), support::Recorded::parse(&home.ok(["export", "1"])));
}

#[test]
fn what_is_no_text_is_told_with_what_makes_text_of_it() {
    let home = Home::new();
    let file = home.path("a.acp.jsonl");
    let text = std::fs::read(&corpus()[0]).unwrap();
    for (start, what, remedy) in [
        (&b"\x1f\x8b\x08\0"[..], "gzip", "gunzip -c"),
        (b"(\xb5/\xfd", "zstd", "zstd -dc"),
        (b"PK\x03\x04", "zip", "unpack it"),
        (b"\xff\xfe{\0", "UTF-16", "as UTF-8"),
    ] {
        std::fs::write(&file, [start, &text].concat()).unwrap();
        let message = home.fails(2, ["import", &file.to_string_lossy()]);
        assert!(message.contains(what) && message.contains(remedy), "{message}");
    }
    // A mark before UTF-8 is none of the text.
    home.ok(["import", &corpus()[0].to_string_lossy()]);
    std::fs::write(&file, [b"\xef\xbb\xbf", &text[..]].concat()).unwrap();
    home.ok(["import", &file.to_string_lossy()]);
    assert_eq!(home.ok(["export", "1"]), home.ok(["export", "2"]));
}

#[test]
fn of_a_database_all_recordings_come_in_or_none() {
    let (from, to) = (Home::new(), Home::new());
    for file in &corpus()[..3] {
        from.ok(["import", &file.to_string_lossy()]);
    }
    let file = from.db().to_string_lossy().into_owned();
    let sql = |text: &str| {
        rusqlite::Connection::open(from.db()).unwrap().execute_batch(text).unwrap();
    };
    // The last of them is damaged: its frames have no times.
    sql("UPDATE frames SET t = 'then' WHERE id >> 32 = 3");
    let message = to.fails(2, ["import", &file]);
    assert!(
        message.contains("x.db: cannot be read: ") && message.contains("nothing was imported"),
        "{message}"
    );
    assert_eq!(to.json(["list", "--format", "json"])["recordings"], json!([]));
    sql("DELETE FROM recordings WHERE id < 3; UPDATE recordings SET frames = 0");
    let message = to.fails(2, ["import", &file]);
    assert!(message.contains("x.db: holds no recording that has frames"), "{message}");
}

#[test]
fn damaged_files_of_other_tools_are_refused_whole() {
    let home = Home::new();
    for (name, text, why) in [
        (
            "zed.json",
            "[{\"_direction\":\"outgoing\",\"_type\":\"request\",\"id\":1,\"method\":\"m\"},\n{\"a\":",
            "zed.json:2: ",
        ),
        (
            "bare.jsonl",
            "{\"jsonrpc\":\"2.0\",\"method\":\"m\"}\nnonsense\n",
            "bare.jsonl:2: not a message",
        ),
        (
            "trace.jsons",
            "{\"type\":\"request\",\"ts\":1,\"from\":\"client\",\"to\":\"a\",\"id\":1,\"method\":\"m\"}\n\n{\n",
            "trace.jsons:3: ",
        ),
        ("empty.json", "[]", "without messages"),
    ] {
        let file = home.path(name);
        std::fs::write(&file, text).unwrap();
        let message = home.fails(2, ["import", &file.to_string_lossy()]);
        assert!(message.contains(why) && message.contains("nothing was imported"), "{message}");
    }
    assert_eq!(home.json(["list", "--format", "json"])["recordings"], json!([]));
}
