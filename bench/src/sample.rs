//! A recording to measure with: turns of thoughts, tool calls with permissions and diffs, and answers.

use std::fmt::Write as _;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use serde_json::{Value, json};

use crate::Result;

const WORDS: [&str; 16] = [
    "lorem",
    "ipsum",
    "dolor",
    "sit",
    "amet",
    "consectetur",
    "adipiscing",
    "elit",
    "sed",
    "do",
    "eiusmod",
    "tempor",
    "incididunt",
    "ut",
    "labore",
    "magna",
];

/// Text that is the same each time and differs from frame to frame.
fn text(seed: &mut u64, words: usize) -> String {
    let mut out = String::new();
    for _ in 0..words {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let _ = write!(out, "{} ", WORDS[(*seed >> 60) as usize]);
    }
    out
}

/// Writes a capture file of this many frames, and as many more as end its last turn.
pub fn write(frames: u64, file: &Path) -> Result<()> {
    let mut out = BufWriter::with_capacity(1 << 20, std::fs::File::create(file)?);
    out.write_all(b"{\"acp_scope\":1,\"command\":[\"agent\"]}\n")?;
    let (mut count, mut seed) = (0u64, 7);
    let mut put = |dir: &str, message: Value| -> Result<u64> {
        count += 1;
        let raw = serde_json::to_string(&message.to_string())?;
        writeln!(out, r#"{{"t":{:.6},"dir":"{dir}","raw":{raw}}}"#, count as f64 * 0.0005)?;
        Ok(count)
    };
    let ask = |id: u64, method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    let answer = |id: u64, result: Value| json!({"jsonrpc": "2.0", "id": id, "result": result});
    let session = "c24a1ab1-6304-4aa5-8f9d-c7941889647d";
    let update = |update: Value| json!({"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": session, "update": update}});
    let chunk = |kind: &str, text: String| {
        update(json!({"sessionUpdate": kind, "content": {"type": "text", "text": text}}))
    };
    put("c2a", ask(0, "initialize", json!({"protocolVersion": 1, "clientCapabilities": {}})))?;
    put("a2c", answer(0, json!({"protocolVersion": 1, "agentCapabilities": {}})))?;
    put("c2a", ask(1, "session/new", json!({"cwd": "/home/dev/project", "mcpServers": []})))?;
    let mut written = put("a2c", answer(1, json!({"sessionId": session})))?;
    let (mut turn, mut permission) = (1, 0);
    while written < frames {
        turn += 1;
        let prompt = json!({"sessionId": session, "prompt": [{"type": "text", "text": text(&mut seed, 16)}]});
        put("c2a", ask(turn, "session/prompt", prompt))?;
        for _ in 0..30 {
            put("a2c", chunk("agent_thought_chunk", text(&mut seed, 16)))?;
        }
        for call in 0..5 {
            let (id, path) =
                (format!("call_{turn}_{call}"), format!("/home/dev/project/file{call}.rs"));
            put(
                "a2c",
                update(
                    json!({"sessionUpdate": "tool_call", "toolCallId": id, "title": "Edit a file", "kind": "edit",
                "status": "pending", "locations": [{"path": path}], "rawInput": {"content": text(&mut seed, 30)}}),
                ),
            )?;
            put(
                "a2c",
                ask(
                    permission,
                    "session/request_permission",
                    json!({"sessionId": session, "toolCall": {"toolCallId": id},
                "options": [{"optionId": "y", "name": "Allow", "kind": "allow_once"}]}),
                ),
            )?;
            put(
                "c2a",
                answer(permission, json!({"outcome": {"outcome": "selected", "optionId": "y"}})),
            )?;
            permission += 1;
            put(
                "a2c",
                update(
                    json!({"sessionUpdate": "tool_call_update", "toolCallId": id, "status": "in_progress"}),
                ),
            )?;
            put(
                "a2c",
                update(
                    json!({"sessionUpdate": "tool_call_update", "toolCallId": id, "status": "completed", "content":
                [{"type": "diff", "path": path, "oldText": text(&mut seed, 20), "newText": text(&mut seed, 20)}]}),
                ),
            )?;
            for _ in 0..25 {
                put("a2c", chunk("agent_message_chunk", text(&mut seed, 14)))?;
            }
        }
        written = put("a2c", answer(turn, json!({"stopReason": "end_turn"})))?;
    }
    out.flush()?;
    Ok(())
}
