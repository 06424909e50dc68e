//! The agent of the demonstration: one turn with a plan, thoughts, tools, a permission, a notice, a
//! compaction and an answer.

use std::io::{self, Read, Write};

use serde_json::{Value, json};

use super::wire::{Wire, unexpected};

const SESSION: &str = "demo-7f3a";
const FILE: &str = "/home/you/project/CHANGELOG.md";

/// Plays the agent until its input ends.
///
/// # Errors
/// The streams fail, or the client leaves the script.
pub fn agent(
    from_client: impl Read,
    to_client: impl Write,
    mut log: impl Write,
    speed: f64,
) -> io::Result<()> {
    let mut agent = Agent { wire: Wire::new(from_client, to_client, speed) };
    writeln!(log, "demo-agent: ready")?;
    while let Some(message) = agent.wire.receive()? {
        let id = message["id"].clone();
        match message["method"].as_str().unwrap_or_default() {
            "initialize" => agent.initialize(&id)?,
            "session/new" => agent.new_session(&id)?,
            "session/prompt" => {
                agent.turn(&id)?;
                writeln!(log, "demo-agent: turn done")?;
            }
            method => return Err(unexpected(&format!("a method that the script has ({method})"))),
        }
    }
    Ok(())
}

struct Agent<R, W> {
    wire: Wire<R, W>,
}

impl<R: Read, W: Write> Agent<R, W> {
    fn initialize(&mut self, id: &Value) -> io::Result<()> {
        self.wire.pause(60);
        self.wire.respond(
            id,
            json!({
                "protocolVersion": 1,
                "agentCapabilities": {
                    "loadSession": false,
                    "promptCapabilities": { "image": false, "audio": false, "embeddedContext": true }
                },
                "agentInfo": { "name": "demo-agent", "title": "Demo agent", "version": "1.0.0" },
                "authMethods": []
            }),
        )
    }

    fn new_session(&mut self, id: &Value) -> io::Result<()> {
        self.wire.pause(90);
        self.wire.respond(
            id,
            json!({
                "sessionId": SESSION,
                "modes": {
                    "currentModeId": "ask",
                    "availableModes": [
                        { "id": "ask", "name": "Ask before changes" },
                        { "id": "write", "name": "Write without asking" }
                    ]
                }
            }),
        )?;
        self.wire.pause(30);
        self.update(json!({
            "sessionUpdate": "available_commands_update",
            "availableCommands": [
                { "name": "review", "description": "Review the changes of this branch" },
                { "name": "test", "description": "Run the tests" }
            ]
        }))
    }

    fn turn(&mut self, prompt: &Value) -> io::Result<()> {
        self.think(&[
            "The user says",
            " a release date",
            " does not exist. I should",
            " read the changelog first.",
        ])?;
        self.plan(["in_progress", "pending", "pending"])?;
        self.read()?;
        self.notice()?;
        self.compact()?;
        self.plan(["completed", "in_progress", "pending"])?;
        self.edit()?;
        self.plan(["completed", "completed", "in_progress"])?;
        self.check_links()?;
        self.plan(["completed", "completed", "completed"])?;
        self.say(&[
            "The release was dated **30 February 2025**,",
            " a day that does not exist.",
            " The tag `v1.4.0` is of 28 February, so I",
            " have set the date in `CHANGELOG.md` to that.\n\n",
            "The link check passes: ",
            "14 links, none broken.",
        ])?;
        self.update(json!({
            "sessionUpdate": "usage_update",
            "used": 8_412,
            "size": 200_000,
            "cost": { "amount": 0.031, "currency": "USD" }
        }))?;
        self.wire.pause(80);
        self.wire.respond(prompt, json!({ "stopReason": "end_turn" }))
    }

    fn read(&mut self) -> io::Result<()> {
        self.wire.pause(350);
        self.update(json!({
            "sessionUpdate": "tool_call",
            "toolCallId": "call-read",
            "title": "Read CHANGELOG.md",
            "kind": "read",
            "status": "in_progress",
            "locations": [{ "path": FILE }]
        }))?;
        let answer =
            self.ask("fs/read_text_file", json!({ "sessionId": SESSION, "path": FILE }))?;
        self.wire.pause(120);
        self.update(json!({
            "sessionUpdate": "tool_call_update",
            "toolCallId": "call-read",
            "status": "completed",
            "content": [
                { "type": "content", "content": { "type": "text", "text": answer["content"] } }
            ]
        }))
    }

    fn notice(&mut self) -> io::Result<()> {
        self.wire.pause(300);
        self.update(json!({
            "sessionUpdate": "notice",
            "severity": "warning",
            "title": "Documentation search is unavailable",
            "description": "The server did not answer within 5 seconds; going on without it."
        }))
    }

    fn compact(&mut self) -> io::Result<()> {
        self.wire.pause(200);
        self.update(json!({
            "sessionUpdate": "compaction_update",
            "compactionId": "compact-1",
            "status": "in_progress"
        }))?;
        for text in [
            "## Retained context\n\n",
            "The user wants the date of 1.4.0 mended",
            " and the links checked.",
        ] {
            self.wire.pause(260);
            self.update(json!({
                "sessionUpdate": "compaction_summary_chunk",
                "compactionId": "compact-1",
                "content": { "type": "text", "text": text }
            }))?;
        }
        self.wire.pause(300);
        self.update(json!({
            "sessionUpdate": "compaction_update",
            "compactionId": "compact-1",
            "status": "completed",
            "summary": [{
                "type": "text",
                "text": "## Retained context\n\nThe user wants the date of release 1.4.0 in CHANGELOG.md \
                         mended (it is 30 February) and the link check run. The file is read; nothing is changed yet."
            }]
        }))
    }

    fn edit(&mut self) -> io::Result<()> {
        let diff = json!([{
            "type": "diff",
            "path": FILE,
            "oldText": "## 1.4.0 (2025-02-30)\n",
            "newText": "## 1.4.0 (2025-02-28)\n"
        }]);
        self.wire.pause(500);
        self.update(json!({
            "sessionUpdate": "tool_call",
            "toolCallId": "call-edit",
            "title": "Edit CHANGELOG.md",
            "kind": "edit",
            "status": "pending",
            "content": diff,
            "locations": [{ "path": FILE, "line": 3 }]
        }))?;
        let answer = self.ask(
            "session/request_permission",
            json!({
                "sessionId": SESSION,
                "toolCall": { "toolCallId": "call-edit", "title": "Edit CHANGELOG.md", "status": "pending" },
                "options": [
                    { "optionId": "once", "name": "Allow", "kind": "allow_once" },
                    { "optionId": "always", "name": "Always allow edits", "kind": "allow_always" },
                    { "optionId": "no", "name": "Reject", "kind": "reject_once" }
                ]
            }),
        )?;
        if answer["outcome"]["optionId"] != "once" {
            return Err(unexpected("the permission"));
        }
        self.update(json!({
            "sessionUpdate": "tool_call_update",
            "toolCallId": "call-edit",
            "status": "in_progress"
        }))?;
        let content = "# Changelog\n\n## 1.4.0 (2025-02-28)\n\n- Faster start\n- Dark theme\n";
        self.ask(
            "fs/write_text_file",
            json!({ "sessionId": SESSION, "path": FILE, "content": content }),
        )?;
        self.update(json!({
            "sessionUpdate": "tool_call_update",
            "toolCallId": "call-edit",
            "status": "completed"
        }))
    }

    fn check_links(&mut self) -> io::Result<()> {
        self.wire.pause(300);
        let terminal = self.ask(
            "terminal/create",
            json!({ "sessionId": SESSION, "command": "npm", "args": ["run", "check-links"], "cwd": "/home/you/project" }),
        )?["terminalId"]
            .clone();
        self.update(json!({
            "sessionUpdate": "tool_call",
            "toolCallId": "call-links",
            "title": "npm run check-links",
            "kind": "execute",
            "status": "in_progress",
            "content": [{ "type": "terminal", "terminalId": terminal }]
        }))?;
        let named = json!({ "sessionId": SESSION, "terminalId": terminal });
        self.ask("terminal/wait_for_exit", named.clone())?;
        self.ask("terminal/output", named.clone())?;
        self.update(json!({
            "sessionUpdate": "tool_call_update",
            "toolCallId": "call-links",
            "status": "completed"
        }))?;
        self.ask("terminal/release", named)?;
        Ok(())
    }

    fn plan(&mut self, statuses: [&str; 3]) -> io::Result<()> {
        self.wire.pause(220);
        let steps = ["Find the wrong date", "Set the right one", "Check the links"];
        let entries: Vec<Value> = steps
            .iter()
            .zip(statuses)
            .map(
                |(step, status)| json!({ "content": step, "priority": "medium", "status": status }),
            )
            .collect();
        self.update(json!({ "sessionUpdate": "plan", "entries": entries }))
    }

    fn think(&mut self, chunks: &[&str]) -> io::Result<()> {
        self.wire.pause(700);
        self.chunks("agent_thought_chunk", "thought-1", chunks)
    }

    fn say(&mut self, chunks: &[&str]) -> io::Result<()> {
        self.wire.pause(500);
        self.chunks("agent_message_chunk", "message-1", chunks)
    }

    fn chunks(&mut self, variant: &str, message: &str, chunks: &[&str]) -> io::Result<()> {
        for text in chunks {
            self.wire.pause(110);
            self.update(json!({
                "sessionUpdate": variant,
                "messageId": message,
                "content": { "type": "text", "text": text }
            }))?;
        }
        Ok(())
    }

    fn update(&mut self, update: Value) -> io::Result<()> {
        self.wire.notify("session/update", json!({ "sessionId": SESSION, "update": update }))
    }

    /// Sends a request and waits for its answer; the script has nothing else coming in between.
    fn ask(&mut self, method: &str, params: Value) -> io::Result<Value> {
        let id = self.wire.request(method, params)?;
        match self.wire.receive()? {
            Some(mut message) if message["id"] == id => Ok(message["result"].take()),
            _ => Err(unexpected("an answer")),
        }
    }
}
