//! Whole conversations: faults that people met, traffic that is odd and legal, real agents, and noise.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use acp_scope::core::fold::{Fold, FrameInput, Options};
use acp_scope::core::frame::{Dir, FrameNumber, Moment};
use acp_scope::core::rules::{DATE, FAILED, Finding, Severity};
use acp_scope::formats::acp_jsonl::{self, Line, Stream};
use base64::Engine as _;
use proptest::prelude::*;
use serde_json::Value;

fn data(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(name)
}

fn judge(frames: &[(Dir, Vec<u8>)]) -> Vec<Finding> {
    let mut fold = Fold::new(Options::default());
    let mut found = Vec::new();
    for (i, (dir, raw)) in frames.iter().enumerate() {
        let number = FrameNumber(i as u32 + 1);
        let t = Moment(i as u64 * 10_000_000);
        found.extend(fold.push(&FrameInput { number, dir: *dir, t, raw, terminated: true }));
    }
    found.extend(fold.finish());
    found
}

/// The frames of a capture file.
fn capture(path: &std::path::Path) -> Vec<(Dir, Vec<u8>)> {
    let bytes = std::fs::read(path).unwrap();
    let lines = bytes.split(|b| *b == b'\n').enumerate();
    let parsed = lines.filter_map(|(i, line)| acp_jsonl::parse(line, i == 0).unwrap());
    parsed
        .filter_map(|line| match line {
            Line::Data { stream: Stream::Wire(dir), raw, .. } => Some((dir, raw.into_owned())),
            _ => None,
        })
        .collect()
}

#[test]
fn public_reports_are_found_and_legal_traffic_is_left_alone() {
    let prelude = capture(&data("cases/prelude.acp.jsonl"));
    let text = std::fs::read_to_string(data("cases/field-reports.jsonl")).unwrap();
    let mut faults = String::new();
    for line in text.lines().filter(|l| !l.trim().is_empty()) {
        let case: Value = serde_json::from_str(line).unwrap();
        let mut frames = if case["prelude"] == true { prelude.clone() } else { Vec::new() };
        let mut numbers = Vec::new();
        for given in case["frames"].as_array().unwrap() {
            let dir = match given["dir"].as_str().unwrap() {
                "c2a" => Dir::ClientToAgent,
                "a2c" => Dir::AgentToClient,
                _ => {
                    numbers.push(0);
                    continue;
                }
            };
            let raw = match given["raw"].as_str() {
                Some(raw) => raw.as_bytes().to_vec(),
                None => base64::engine::general_purpose::STANDARD
                    .decode(given["raw_b64"].as_str().unwrap())
                    .unwrap(),
            };
            frames.push((dir, raw));
            numbers.push(frames.len());
        }
        let found = judge(&frames);
        let mut named = Vec::new();
        for want in case["expect"].as_array().unwrap() {
            let frame = numbers[want["frame"].as_u64().unwrap() as usize];
            named.push(frame);
            let rank = |word: &str| match word {
                "error" => 2i32,
                "warning" => 1,
                _ => 0,
            };
            let wanted = rank(want["severity"].as_str().unwrap());
            let near = |f: &&Finding| {
                f.frame.0 as usize == frame && (rank(f.severity.word()) - wanted).abs() <= 1
            };
            if !found.iter().any(|f| near(&f)) {
                let _ = writeln!(faults, "{}: missed frame {frame}: {}", case["id"], want["what"]);
            }
        }
        for f in &found {
            if f.severity > Severity::Info && !named.contains(&(f.frame.0 as usize)) {
                let _ =
                    writeln!(faults, "{}: {} at {}: {}", case["id"], f.rule, f.frame, f.message);
            }
        }
    }
    assert!(faults.is_empty(), "{faults}");
}

#[test]
fn no_rule_fails_on_any_recording() {
    let mut files = 0;
    for folder in ["corpus", "made"] {
        for entry in std::fs::read_dir(data(folder)).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|e| e == "jsonl") {
                files += 1;
                let found = judge(&capture(&path));
                let failed = found.iter().find(|f| f.rule == FAILED);
                assert!(failed.is_none(), "{}: {failed:?}", path.display());
            }
        }
    }
    assert!(files > 0);
}

#[test]
fn the_same_frames_give_the_same_findings() {
    let frames = capture(&data("cases/prelude.acp.jsonl"));
    assert_eq!(judge(&frames), judge(&frames));
}

#[test]
fn other_protocols_get_one_finding() {
    let both = |lines: &[&str]| -> Vec<(Dir, Vec<u8>)> {
        lines.iter().map(|l| (Dir::ClientToAgent, l.as_bytes().to_vec())).collect()
    };
    let lsp = both(&[
        "Content-Length: 60\r",
        "\r",
        r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}Content-Length: 9\r"#,
    ]);
    let mcp = both(&[
        r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
    ]);
    let text: Vec<_> =
        (0..500).map(|i| (Dir::AgentToClient, format!("usage: line {i}").into_bytes())).collect();
    for frames in [lsp, mcp, text] {
        let found = judge(&frames);
        assert_eq!(found.len(), 1, "{found:#?}");
        assert_eq!(found[0].rule, "transport/another-protocol");
    }
}

#[test]
fn what_only_we_do_not_understand_is_nobodys_error() {
    let c2a = |raw: &str| (Dir::ClientToAgent, raw.as_bytes().to_vec());
    let a2c = |raw: &str| (Dir::AgentToClient, raw.as_bytes().to_vec());
    let errors = |frames: Vec<(Dir, Vec<u8>)>| -> Vec<(u32, &str)> {
        let mut all = capture(&data("cases/prelude.acp.jsonl"));
        let before = all.len() as u32;
        all.extend(frames);
        let found = judge(&all).into_iter().filter(|f| f.severity == Severity::Error);
        found.map(|f| (f.frame.0 - before, f.rule)).collect()
    };
    // Python reads NaN; that it was sent is the client's fault, that it was answered is nobody's.
    let nan = vec![
        c2a(r#"{"jsonrpc":"2.0","id":7,"method":"_x/y","params":{"a":NaN}}"#),
        a2c(r#"{"jsonrpc":"2.0","id":7,"result":{}}"#),
    ];
    assert_eq!(errors(nan), [(1, "transport/not-a-message")]);
    // An extension sets up sessions in its own way.
    let extension = vec![
        c2a(r#"{"jsonrpc":"2.0","id":7,"method":"_x/copy","params":{"sessionId":"s1"}}"#),
        a2c(r#"{"jsonrpc":"2.0","id":7,"result":{"sessionId":"s1-copy"}}"#),
        c2a(
            r#"{"jsonrpc":"2.0","id":8,"method":"session/prompt","params":{"sessionId":"s1-copy","prompt":[{"type":"text","text":"go"}]}}"#,
        ),
        a2c(
            r#"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1-copy","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hi"}}}}"#,
        ),
        a2c(r#"{"jsonrpc":"2.0","id":8,"result":{"stopReason":"end_turn"}}"#),
    ];
    assert_eq!(errors(extension), []);
    // A title that was cut inside of an emoji still announces its tool call.
    let cut = vec![
        a2c(
            r#"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"c1","title":"a \ud83d"}}}"#,
        ),
        a2c(
            r#"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"completed"}}}"#,
        ),
    ];
    let mut all = capture(&data("cases/prelude.acp.jsonl"));
    all.extend(cut);
    let rules: Vec<_> = judge(&all).iter().map(|f| f.rule).collect();
    assert!(rules.contains(&"json-rpc/fragile-json"), "{rules:?}");
    assert!(!rules.contains(&"tool-calls/update-before-create"), "{rules:?}");
    // An update that is younger than this program.
    let newer = vec![a2c(
        r#"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"weather_report","text":"sun"}}}"#,
    )];
    assert_eq!(errors(newer), []);
}

#[test]
fn memory_does_not_grow_with_the_stream() {
    let mut fold = Fold::new(Options::default());
    let mut number = FrameNumber(0);
    let mut push = |dir, raw: String| {
        number.0 += 1;
        let frame = FrameInput { number, dir, t: Moment(0), raw: raw.as_bytes(), terminated: true };
        fold.push(&frame)
    };
    for (dir, raw) in capture(&data("cases/prelude.acp.jsonl")) {
        push(dir, String::from_utf8(raw).unwrap());
    }
    for i in 2..20_000 {
        push(
            Dir::ClientToAgent,
            format!(
                r#"{{"jsonrpc":"2.0","id":{i},"method":"session/prompt","params":{{"sessionId":"s1","prompt":[{{"type":"text","text":"hi"}}]}}}}"#
            ),
        );
        push(Dir::AgentToClient, r#"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}"#.to_owned());
        push(
            Dir::AgentToClient,
            format!(r#"{{"jsonrpc":"2.0","id":{i},"result":{{"stopReason":"end_turn"}}}}"#),
        );
    }
    let state = fold.state();
    assert!(state.asked(Dir::ClientToAgent).all_open().next().is_none());
    let session = state.session("s1").unwrap();
    assert!(session.turns.is_empty() && session.messages.is_empty() && session.calls.is_empty());
}

/// Pieces from which conversations are made that no sane peer would have.
fn piece() -> impl Strategy<Value = String> {
    let methods = prop::sample::select(
        acp_scope::core::protocol::Protocol::v1().methods().map(|m| m.name).collect::<Vec<_>>(),
    );
    let variants = prop::sample::select(
        acp_scope::core::protocol::updates::UPDATES.iter().map(|u| u.name).collect::<Vec<_>>(),
    );
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        any::<i32>().prop_map(|n| n.to_string()),
        prop::sample::select(vec![
            "s1",
            "t1",
            "pending",
            "completed",
            "",
            "/w",
            "é\u{2028}",
            "url"
        ])
        .prop_map(|s| serde_json::to_string(s).unwrap()),
    ];
    let keys = prop::sample::select(vec![
        "sessionId",
        "toolCallId",
        "status",
        "content",
        "update",
        "title",
        "options",
        "outcome",
        "optionId",
        "modes",
        "configOptions",
        "prompt",
        "stopReason",
        "terminalId",
        "cursor",
        "requestId",
        "cwd",
        "mcpServers",
        "protocolVersion",
        "capabilities",
        "messageId",
        "type",
        "text",
        "plan",
        "planId",
        "entries",
        "compactionId",
        "elicitationId",
        "mode",
        "url",
        "requestedSchema",
        "properties",
        "required",
        "toolCall",
        "action",
        "sessions",
        "_meta",
    ]);
    let value = leaf.prop_recursive(4, 24, 5, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|v| format!("[{}]", v.join(","))),
            prop::collection::vec((keys.clone(), inner), 0..5).prop_map(|members| {
                let members: Vec<String> =
                    members.iter().map(|(k, v)| format!("{k:?}:{v}")).collect();
                format!("{{{}}}", members.join(","))
            }),
        ]
    });
    let id = prop_oneof![
        (0..4u8).prop_map(|n| n.to_string()),
        Just("null".into()),
        Just("\"1\"".into())
    ];
    prop_oneof![
        4 => (id.clone(), methods.clone(), value.clone())
            .prop_map(|(id, m, v)| format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{m}","params":{v}}}"#)),
        2 => (methods, value.clone())
            .prop_map(|(m, v)| format!(r#"{{"jsonrpc":"2.0","method":"{m}","params":{v}}}"#)),
        4 => (id.clone(), value.clone())
            .prop_map(|(id, v)| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{v}}}"#)),
        1 => (id, value.clone())
            .prop_map(|(id, v)| format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{v}}}"#)),
        4 => (variants, value.clone()).prop_map(|(variant, v)| {
            let inner = v.strip_prefix('{').map_or("}".to_owned(), |r| {
                if r == "}" { r.to_owned() } else { format!(",{r}") }
            });
            format!(r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"s1","update":{{"sessionUpdate":"{variant}"{inner}}}}}"#)
        }),
        1 => value,
        1 => ".{0,20}",
    ]
}

fn any_conversation() -> impl Strategy<Value = Vec<(Dir, Vec<u8>)>> {
    let dir = prop::sample::select(Dir::BOTH.to_vec());
    let raw = prop_oneof![
        8 => piece().prop_map(String::into_bytes),
        1 => prop::collection::vec(any::<u8>().prop_filter("a frame", |b| *b != b'\n'), 0..40),
    ];
    prop::collection::vec((dir, raw), 0..30)
}

fn cases() -> ProptestConfig {
    let asked = std::env::var("ACP_SCOPE_CASES").ok().and_then(|n| n.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(400), ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(cases())]

    /// More cases: `ACP_SCOPE_CASES=1000000 cargo test --profile slow --test check anything`.
    #[test]
    fn anything_in_any_order_is_judged(head in any::<bool>(), tail in any_conversation()) {
        let mut frames = if head { capture(&data("cases/prelude.acp.jsonl")) } else { Vec::new() };
        frames.extend(tail);
        let found = judge(&frames);
        for f in &found {
            prop_assert!(f.rule != FAILED, "{f:?}");
            prop_assert!(f.frame.0 >= 1 && f.frame.0 as usize <= frames.len(), "{f:?}");
            prop_assert!(!f.message.is_empty(), "{f:?}");
        }
    }
}

fn check(arguments: &[&str], input: &str) -> (String, String, i32) {
    use std::io::Write as _;
    let mut child = Command::new(env!("CARGO_BIN_EXE_acp-scope"))
        .arg("check")
        .args(arguments)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    // A process that has ended already for bad usage does not read.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let out = child.wait_with_output().unwrap();
    let text = |b: Vec<u8>| String::from_utf8(b).unwrap();
    (text(out.stdout), text(out.stderr), out.status.code().unwrap())
}

const WRONG: &str = concat!(
    r#"{"t":0.1,"dir":"c2a","raw":"{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":1,\"clientCapabilities\":{},\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}"}"#,
    "\n",
    r#"{"t":0.2,"dir":"a2c","raw":"{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"protocolVersion\":\"1\",\"agentCapabilities\":{},\"agentInfo\":{\"name\":\"a\",\"version\":\"1\"}}}"}"#,
    "\n"
);

#[test]
fn the_place_is_marked() {
    let (out, err, code) = check(&["-"], WRONG);
    assert_eq!((code, err.as_str()), (1, ""));
    let lines: Vec<&str> = out.lines().collect();
    let quoted = lines.iter().position(|l| l.contains("\"protocolVersion\":\"1\"")).unwrap();
    let marked = lines[quoted + 1];
    let place: String = lines[quoted]
        .chars()
        .zip(marked.chars().chain(std::iter::repeat(' ')))
        .filter(|(_, mark)| *mark == '^')
        .map(|(c, _)| c)
        .collect();
    assert_eq!(place, "\"1\"", "{out}");
    assert!(out.ends_with("-: 1 error, 1 info in 2 frames\n"), "{out}");
}

/// A reader's terminal shows the quoted frame in the order in which it was written, whatever the frame holds.
#[test]
fn quoted_frames_cannot_turn_the_terminal_around() {
    let hostile = WRONG.replace(r#"\"a\""#, "\\\"a\u{202e}\u{9b}31m\u{2067}\\\"");
    assert_ne!(hostile, WRONG);
    let (out, err, code) = check(&["-"], &hostile);
    assert_eq!((code, err.as_str()), (1, ""));
    assert!(out.contains("a\u{fffd}\u{fffd}31m\u{fffd}"), "{out}");
    assert!(!out.contains(['\u{202e}', '\u{9b}', '\u{2067}']), "{out}");
}

#[test]
fn the_document_has_the_agreed_form() {
    let (out, _, code) = check(&["-", "--format", "json"], WRONG);
    assert_eq!(code, 1);
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["summary"]["error"], 1);
    let finding = &document["findings"][0];
    assert_eq!(finding["rule"], "initialize/handshake-shape");
    assert_eq!(finding["severity"], "error");
    assert_eq!(finding["side"], "agent");
    assert_eq!(finding["frame"], 2);
    assert_eq!(finding["pointer"], "/result/protocolVersion");
    assert_eq!(finding["stability"], "stable");
    for key in ["related", "message", "session"] {
        assert!(finding.get(key).is_some(), "{key}");
    }
}

#[test]
fn rules_can_be_chosen_and_left_out() {
    assert_eq!(check(&["-", "--ignore", "initialize"], WRONG).2, 0);
    assert_eq!(check(&["-", "--rule", "initialize/handshake-shape"], WRONG).2, 1);
    assert_eq!(check(&["-", "--rule", "plan"], WRONG).2, 0);
    assert_eq!(check(&["-", "--ignore", "initialize", "--fail-on", "info"], WRONG).2, 1);
    let (_, err, code) = check(&["-", "--rule", "initialize/handshake-shap"], WRONG);
    assert_eq!(code, 2);
    assert!(err.contains("did you mean `initialize/handshake-shape`?"), "{err}");
}

#[test]
fn bad_input_is_named_and_what_came_before_is_judged() {
    let (out, err, code) = check(&["-"], &format!("{WRONG}nonsense\n"));
    assert_eq!(code, 2);
    assert!(err.contains("-:3: not a line of a capture file"), "{err}");
    assert!(out.contains("initialize/handshake-shape"), "{out}");
    for (target, why) in
        [("/no/such/file.jsonl", "no such file"), (env!("CARGO_MANIFEST_DIR"), "is a folder")]
    {
        let (_, err, code) = check(&[target], "");
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(target) && err.contains(why), "{err}");
    }
    let (_, err, code) = check(&["-"], "");
    assert_eq!(code, 2);
    assert!(err.contains("-: holds no frames"), "{err}");
    let cut = WRONG.len() - 30;
    let (out, err, code) = check(&["-"], &WRONG[..cut]);
    assert_eq!(code, 2);
    assert!(err.contains("-:2: the file is cut off inside this line"), "{err}");
    assert!(err.contains("the frame before that line was judged"), "{err}");
    assert!(out.ends_with("in 1 frame\n"), "{out}");
    let (_, err, code) = check(&["-"], "{\"some\":\n");
    assert_eq!(code, 2);
    assert!(err.contains("-:1: ") && err.contains("nothing was judged"), "{err}");
}

/// Runs `check` on a file with no more memory than this, in kilobytes.
fn check_within(kilobytes: u32, file: &std::path::Path) -> (String, String, i32) {
    let out = Command::new("sh")
        .args(["-c", "ulimit -v $0; exec \"$1\" check \"$2\""])
        .arg(kilobytes.to_string())
        .args([env!("CARGO_BIN_EXE_acp-scope").as_ref(), file.as_os_str()])
        .output()
        .unwrap();
    let text = |b: Vec<u8>| String::from_utf8(b).unwrap();
    (text(out.stdout), text(out.stderr), out.status.code().unwrap())
}

#[test]
fn a_line_that_is_far_too_long_is_named_and_not_held() {
    let folder = tempfile::tempdir().unwrap();
    for (name, head) in [("junk", ""), ("frame", r#"{"t":1,"dir":"a2c","raw":"{\"a\":\""#)] {
        let path = folder.path().join(name);
        let mut text = format!("{WRONG}{head}").into_bytes();
        text.resize(text.len() + 200_000_000, b'x');
        std::fs::write(&path, text).unwrap();
        let (out, err, code) = check_within(400_000, &path);
        assert_eq!(code, 2, "{err}");
        assert!(err.contains(&format!("{}:3: over 144 MiB", path.display())), "{err}");
        assert!(out.contains("initialize/handshake-shape"), "{out}");
    }
}

#[test]
fn a_frame_that_is_too_large_to_be_held_is_judged_by_its_envelope() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.acp.jsonl");
    let mut text = std::fs::read(data("cases/prelude.acp.jsonl")).unwrap();
    let call = r#"{"t":1,"dir":"a2c","raw":"{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{\"sessionId\":\"s1\",\"update\":{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"c1\",\"title\":\""#;
    text.extend_from_slice(call.as_bytes());
    text.resize(text.len() + 70_000_000, b'x');
    text.extend_from_slice(b"\\\"}}}\"}\n");
    let later = call.replace("tool_call\\", "tool_call_update\\");
    assert_ne!(later, call);
    text.extend_from_slice(later.as_bytes());
    text.extend_from_slice(b"t\\\",\\\"status\\\":\\\"completed\\\"}}}\"}\n");
    std::fs::write(&path, text).unwrap();
    let (out, err, code) = check_within(500_000, &path);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("transport/envelope-only"), "{out}");
    assert!(out.contains("1 frame (5) could not be held"), "{out}");
    assert!(out.contains("2 infos in 6 frames"), "{out}");
}

#[test]
fn other_programs_are_served() {
    let (out, _, code) = check(&["-", "--format", "sarif"], WRONG);
    assert_eq!(code, 1);
    let sarif: Value = serde_json::from_str(&out).unwrap();
    let run = &sarif["runs"][0];
    let result = &run["results"][0];
    let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
    assert_eq!((&sarif["version"], &rule["id"]), (&"2.1.0".into(), &result["ruleId"]));
    assert_eq!(result["locations"][0]["physicalLocation"]["region"]["startLine"], 2);
    assert_eq!(result["level"], "error");
    let (out, _, code) = check(&["-", "--format", "junit"], WRONG);
    assert_eq!(code, 1);
    assert!(out.starts_with("<?xml") && out.ends_with("</testsuites>\n"));
    assert_eq!(out.matches("<failure ").count(), 1, "{out}");
    assert_eq!(out.matches("<testcase ").count(), acp_scope::core::rules::RULES.len());
}

/// Recordings of every sort, with findings of all severities and texts that no format likes.
fn all_sorts(folder: &std::path::Path) -> Vec<String> {
    let mut files = vec![data("made/odd-forms.acp.jsonl")];
    for entry in std::fs::read_dir(data("corpus")).unwrap() {
        files.push(entry.unwrap().path());
    }
    let nasty = folder.join("a name & <others>.acp.jsonl");
    let params = r#"{\"sessionId\":\"\\u0000<]]>&'\\ud83d\\ude00\\ufffe\",\"update\":{\"sessionUpdate\":\"a\\u0007\"}}"#;
    let line = format!(
        r#"{{"t":1,"dir":"a2c","raw":"{{\"jsonrpc\":\"2.0\",\"method\":\"session/update\",\"params\":{params}}}"}}"#
    );
    std::fs::write(&nasty, format!("{WRONG}{line}\nbroken\n")).unwrap();
    files.push(nasty);
    files.iter().map(|f| f.to_str().unwrap().to_owned()).collect()
}

#[test]
fn sarif_is_what_its_schema_asks_for() {
    let folder = tempfile::tempdir().unwrap();
    let schema = std::fs::read_to_string(data("schemas/sarif-2.1.0-rtm.5.json")).unwrap();
    // A lone `]` in the pattern of a language: JavaScript takes it, others do not.
    let schema: Value = serde_json::from_str(&schema.replace("]?$", "?$")).unwrap();
    let schema = jsonschema::validator_for(&schema).unwrap();
    let faults = |document: &Value| -> Vec<String> {
        schema.iter_errors(document).map(|e| format!("{}: {e}", e.instance_path())).collect()
    };
    let files = all_sorts(folder.path());
    let mut arguments: Vec<&str> = files.iter().map(String::as_str).collect();
    arguments.extend(["--format", "sarif"]);
    let (out, _, code) = check(&arguments, "");
    assert_eq!(code, 2);
    let mut document: Value = serde_json::from_str(&out).unwrap();
    assert!(document["runs"][0]["results"].as_array().unwrap().len() > 100);
    assert_eq!(faults(&document), Vec::<String>::new());
    assert_eq!(document["runs"][0]["tool"]["driver"]["properties"]["ruleSetDate"], DATE);
    document["runs"][0]["results"][3]["level"] = "grave".into();
    assert_eq!(faults(&document).len(), 1);
}

#[test]
fn junit_is_what_its_schema_asks_for() {
    let folder = tempfile::tempdir().unwrap();
    let schema = std::fs::read_to_string(data("schemas/junit-10.xsd")).unwrap();
    let schema = uppsala::XsdValidator::from_schema(&uppsala::parse(&schema).unwrap()).unwrap();
    let faults = |text: &str| -> Vec<String> {
        let document = uppsala::parse(text).unwrap();
        schema.validate(&document).iter().map(ToString::to_string).collect()
    };
    let files = all_sorts(folder.path());
    // The last one is the nasty one; a few are enough, since each has a case for each rule.
    let mut arguments: Vec<&str> = files.iter().rev().take(3).map(String::as_str).collect();
    arguments.extend(["--format", "junit", "--fail-on", "warning"]);
    let (out, _, code) = check(&arguments, "");
    assert_eq!(code, 2);
    assert!(out.contains("<failure ") && out.contains("<system-out>"));
    assert!(out.contains(&format!("name=\"rule set date\" value=\"{DATE}\"")));
    assert_eq!(faults(&out), Vec::<String>::new());
    assert!(!faults(&out.replace("<testcase name=", "<testcase title=")).is_empty());
    assert!(!faults(&out.replacen("<properties>", "<properties><strange/>", 1)).is_empty());
}

#[test]
fn several_recordings_are_one_document() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.acp.jsonl");
    std::fs::write(&path, WRONG).unwrap();
    let path = path.to_str().unwrap();
    let (out, _, code) = check(&[path, path, "--format", "json"], "");
    assert_eq!(code, 1);
    let document: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(document["summary"]["error"], 2);
    assert_eq!(document["recordings"].as_array().unwrap().len(), 2);
    assert_eq!(document["findings"][0]["recording"], path);
}

/// How many frames a second, once plainly parsed and once judged, over the same bytes.
fn rates(frames: &[(Dir, Vec<u8>)]) -> (f64, f64, f64) {
    let best = |work: &dyn Fn()| {
        let once = || {
            let start = std::time::Instant::now();
            work();
            frames.len() as f64 / start.elapsed().as_secs_f64()
        };
        (0..7).map(|_| once()).fold(0.0, f64::max)
    };
    let parse = best(&|| {
        for (_, raw) in frames {
            std::hint::black_box(serde_json::from_slice::<Value>(raw).unwrap());
        }
    });
    let read = best(&|| {
        for (_, raw) in frames {
            std::hint::black_box(acp_scope::core::message::read(raw));
        }
    });
    let judged = best(&|| {
        std::hint::black_box(judge(frames));
    });
    (parse, read, judged)
}

#[test]
#[ignore = "a measurement: cargo test --profile slow --test check -- --ignored --nocapture speed"]
fn speed() {
    let mut chunks = capture(&data("cases/prelude.acp.jsonl"));
    let text = "a".repeat(130);
    for i in 0..20_000 {
        let raw = format!(
            r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"s1","update":{{"sessionUpdate":"agent_message_chunk","messageId":"m{}","content":{{"type":"text","text":"{text}{i:05}"}}}}}}}}"#,
            i / 200
        );
        chunks.push((Dir::AgentToClient, raw.into_bytes()));
    }
    let (parse, read, judged) = rates(&chunks);
    println!(
        "chunks of {} bytes: parsed {parse:.0}/s, read {read:.0}/s, judged {judged:.0}/s, ratio {:.2}",
        chunks[9].1.len(),
        judged / parse
    );
    let (mut parse_time, mut judge_time) = (0.0, 0.0);
    for entry in std::fs::read_dir(data("corpus")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "jsonl") {
            continue;
        }
        let frames: Vec<_> = capture(&path)
            .into_iter()
            .filter(|(_, raw)| serde_json::from_slice::<Value>(raw).is_ok())
            .collect();
        let (parse, _, judged) = rates(&frames);
        parse_time += frames.len() as f64 / parse;
        judge_time += frames.len() as f64 / judged;
    }
    println!("corpus: ratio {:.2}", parse_time / judge_time);
}
