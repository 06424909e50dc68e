//! Conversations in short, for the examples of rules and for tests.
//!
//! One line a frame: `c2a {…}` or `a2c {…}` with the line as it crosses the wire, `err text` for stderr,
//! `eof c2a` for the orderly end of a direction, `t 1.5` for the time in seconds of what follows, `b64 a2c …`
//! for bytes that are no text. `@prelude` stands for a handshake in which both sides advertise all
//! stable features, with session `s1`; `@init CLIENT AGENT` for one with these capability objects;
//! `@session` for `session/new` with the id 1 and the session `s1`.

use crate::core::frame::{Dir, Moment};

const FULL_CLIENT: &str = r#"{"fs":{"readTextFile":true,"writeTextFile":true},"terminal":true,"auth":{"terminal":true},"plan":{},"subagents":{},"session":{"compaction":{},"notices":{},"configOptions":{"boolean":{}}},"elicitation":{"form":{},"url":{}}}"#;
const FULL_AGENT: &str = r#"{"loadSession":true,"promptCapabilities":{"image":true,"audio":true,"embeddedContext":true},"mcpCapabilities":{"http":true,"sse":true},"sessionCapabilities":{"list":{},"delete":{},"resume":{},"close":{},"additionalDirectories":{},"systemPrompt":{"mode":{"override":{}}}},"auth":{"logout":{}}}"#;
const FULL_SESSION: &str = r#"{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]},"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]},{"id":"model","name":"Model","category":"model","type":"select","currentValue":"m1","options":[{"value":"m1","name":"M1"},{"value":"m2","name":"M2"}]},{"id":"brave","name":"Brave","type":"boolean","currentValue":false}]}"#;
const LOGINS: &str = r#"[{"id":"agent-login","name":"Agent login"},{"id":"term-login","name":"Terminal login","type":"terminal"}]"#;

/// One step of a conversation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A frame.
    Frame(Dir, Moment, Vec<u8>),
    /// A direction ends.
    End(Dir, Moment),
}

/// Reads a conversation.
///
/// # Errors
/// The line that is not understood.
pub fn read(text: &str) -> Result<Vec<Step>, String> {
    let mut steps = Vec::new();
    let mut t = Moment(0);
    for line in text.lines().map(str::trim).filter(|l| !l.is_empty()) {
        t = Moment(t.0 + 10_000_000);
        let mut add = |dir, text: &str| steps.push(Step::Frame(dir, t, text.as_bytes().to_vec()));
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "c2a" => add(Dir::ClientToAgent, rest),
            "a2c" => add(Dir::AgentToClient, rest),
            "err" => {}
            "eof" => steps.push(Step::End(direction(rest)?, t)),
            "t" => {
                let seconds: f64 = rest.trim().parse().map_err(|_| line.to_owned())?;
                t = Moment((seconds * 1e9) as u64);
            }
            "b64" => {
                let (dir, text) = rest.split_once(' ').ok_or_else(|| line.to_owned())?;
                steps.push(Step::Frame(direction(dir)?, t, bytes(text)));
            }
            "@init" => {
                let (client, agent) = split_values(rest).ok_or_else(|| line.to_owned())?;
                handshake(&mut add, client, agent, "[]");
            }
            "@prelude" => {
                handshake(&mut add, FULL_CLIENT, FULL_AGENT, LOGINS);
                session(&mut add, FULL_SESSION);
            }
            "@session" => session(&mut add, r#"{"sessionId":"s1"}"#),
            _ => return Err(line.to_owned()),
        }
    }
    Ok(steps)
}

fn direction(word: &str) -> Result<Dir, String> {
    match word {
        "c2a" => Ok(Dir::ClientToAgent),
        "a2c" => Ok(Dir::AgentToClient),
        other => Err(other.to_owned()),
    }
}

fn handshake(add: &mut impl FnMut(Dir, &str), client: &str, agent: &str, logins: &str) {
    add(
        Dir::ClientToAgent,
        &format!(
            r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":1,"clientCapabilities":{client},"clientInfo":{{"name":"client","version":"1.0.0"}}}}}}"#
        ),
    );
    add(
        Dir::AgentToClient,
        &format!(
            r#"{{"jsonrpc":"2.0","id":0,"result":{{"protocolVersion":1,"agentCapabilities":{agent},"agentInfo":{{"name":"agent","version":"1.0.0"}},"authMethods":{logins}}}}}"#
        ),
    );
}

fn session(add: &mut impl FnMut(Dir, &str), result: &str) {
    add(
        Dir::ClientToAgent,
        r#"{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}"#,
    );
    add(Dir::AgentToClient, &format!(r#"{{"jsonrpc":"2.0","id":1,"result":{result}}}"#));
}

/// Two JSON values with white space between them.
fn split_values(text: &str) -> Option<(&str, &str)> {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
    values.next()?.ok()?;
    let at = values.byte_offset();
    Some((&text[..at], text[at..].trim()))
}

/// Base64 without a crate: examples are short.
fn bytes(text: &str) -> Vec<u8> {
    const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = Vec::new();
    let (mut held, mut bits) = (0u32, 0);
    for b in text.bytes() {
        let Some(value) = ALPHABET.iter().position(|a| *a == b) else { continue };
        held = (held << 6) | value as u32;
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((held >> bits) as u8);
        }
    }
    out
}
