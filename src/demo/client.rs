//! The client of the demonstration: what an editor would do.

use std::io::{self, Read, Write};

use serde_json::{Value, json};

use super::wire::{Wire, unexpected};

const CHANGELOG: &str = "# Changelog\n\n## 1.4.0 (2025-02-30)\n\n- Faster start\n- Dark theme\n";

/// Plays the client until the agent has answered its prompt.
///
/// # Errors
/// The streams fail, or the agent leaves the script.
pub fn client(from_agent: impl Read, to_agent: impl Write, speed: f64) -> io::Result<()> {
    let mut wire = Wire::new(from_agent, to_agent, speed);
    let initialize = wire.request(
        "initialize",
        json!({
            "protocolVersion": 1,
            "clientCapabilities": {
                "fs": { "readTextFile": true, "writeTextFile": true },
                "terminal": true,
                "session": { "notices": {}, "compaction": {} }
            },
            "clientInfo": { "name": "demo-client", "title": "Demo editor", "version": "1.0.0" }
        }),
    )?;
    answer(&mut wire, initialize)?;
    wire.pause(150);
    let new =
        wire.request("session/new", json!({ "cwd": "/home/you/project", "mcpServers": [] }))?;
    let session = answer(&mut wire, new)?["sessionId"].clone();
    wire.pause(1_200);
    let prompt = wire.request(
        "session/prompt",
        json!({
            "sessionId": session,
            "prompt": [
                { "type": "text", "text": "The date of release 1.4.0 in CHANGELOG.md does not exist. Please mend it and run the link check." },
                { "type": "resource_link", "uri": "file:///home/you/project/CHANGELOG.md", "name": "CHANGELOG.md" }
            ]
        }),
    )?;
    answer(&mut wire, prompt)?;
    wire.pause(400);
    Ok(())
}

/// Serves the agent's requests until the answer to our own has come.
fn answer<R: Read, W: Write>(wire: &mut Wire<R, W>, id: u64) -> io::Result<Value> {
    while let Some(mut message) = wire.receive()? {
        if message.get("method").is_some() {
            if let Some(request) = message.get("id").cloned() {
                serve(wire, &request, &message)?;
            }
        } else if message["id"] == id {
            return Ok(message["result"].take());
        }
    }
    Err(unexpected("an answer"))
}

fn serve<R: Read, W: Write>(wire: &mut Wire<R, W>, id: &Value, request: &Value) -> io::Result<()> {
    let result = match request["method"].as_str().unwrap_or_default() {
        "fs/read_text_file" => {
            wire.pause(12);
            json!({ "content": CHANGELOG })
        }
        "fs/write_text_file" => {
            wire.pause(18);
            json!({})
        }
        "session/request_permission" => {
            // A person reads the question.
            wire.pause(2_600);
            json!({ "outcome": { "outcome": "selected", "optionId": "once" } })
        }
        "terminal/create" => {
            wire.pause(25);
            json!({ "terminalId": "term-1" })
        }
        "terminal/wait_for_exit" => {
            wire.pause(1_400);
            json!({ "exitCode": 0, "signal": null })
        }
        "terminal/output" => json!({
            "output": "checking 14 links\n\u{1b}[32m14 ok\u{1b}[0m, 0 broken\n",
            "truncated": false,
            "exitStatus": { "exitCode": 0, "signal": null }
        }),
        "terminal/release" => json!({}),
        method => return Err(unexpected(&format!("a request that the script has ({method})"))),
    };
    wire.respond(id, result)
}
