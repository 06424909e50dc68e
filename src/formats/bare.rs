//! JSON Lines of messages and nothing else: their directions are guessed from the protocol.
//!
//! Most methods belong to one side. An answer goes the other way than the request with its id that is open; what
//! remains goes the way of the message before it. Where both sides have a request of that id open, the last one is
//! answered first, as requests within a turn are, unless the answer is a turn's end.

use std::collections::HashMap;

use serde::Deserialize;
use serde_json::value::RawValue;

use super::messages::{Fault, Found, Message, each_line};
use crate::core::frame::Dir;

#[derive(Deserialize)]
struct Envelope<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(default)]
    method: Option<String>,
}

const PROMPT: &str = "session/prompt";

/// Who sends this.
fn sender(method: &str) -> Option<Dir> {
    const AGENTS: &[&str] =
        &["session/update", "session/request_permission", "session/elicitation", "session/message"];
    const CLIENTS: &[&str] = &["initialize", "authenticate", "logout"];
    let from_agent = AGENTS.contains(&method)
        || ["fs/", "terminal/", "elicitation/", "mcp/"].iter().any(|p| method.starts_with(p));
    let from_client = CLIENTS.contains(&method)
        || ["session/", "auth/", "providers/"].iter().any(|p| method.starts_with(p));
    match (from_agent, from_client) {
        (true, _) => Some(Dir::AgentToClient),
        (_, true) => Some(Dir::ClientToAgent),
        _ => None,
    }
}

pub(super) fn read(text: &str) -> Result<Found, Fault> {
    let mut found = Found { guessed: true, ..Found::default() };
    let mut open: HashMap<String, Vec<(Dir, bool)>> = HashMap::new();
    let mut last = Dir::ClientToAgent;
    each_line(text, |line| {
        if !line.trim_start().starts_with('{') {
            return Err("not a message: it must be a JSON object".to_owned());
        }
        let message: Envelope<'_> = serde_json::from_str(line).map_err(|e| e.to_string())?;
        let id = message.id.map(|id| id.get().to_owned());
        let dir = match (&message.method, id) {
            (Some(method), id) => {
                // Of what nobody knows: who is asked stays, and agents tell more than clients.
                let unknown = if id.is_some() { last } else { Dir::AgentToClient };
                let dir = sender(method).unwrap_or(unknown);
                if let Some(id) = id {
                    open.entry(id).or_default().push((dir, method == PROMPT));
                }
                dir
            }
            (None, Some(id)) => {
                let ends_turn = line.contains("\"stopReason\"");
                let asked = open.get_mut(&id).and_then(|all| {
                    let fitting = all.iter().rposition(|(_, prompt)| *prompt == ends_turn);
                    let place = fitting.or(all.len().checked_sub(1))?;
                    Some(all.remove(place).0)
                });
                asked.map_or(last, Dir::opposite)
            }
            (None, None) => last,
        };
        last = dir;
        let text = line.trim_end_matches('\r').to_owned();
        found.messages.push(Message { dir, t: None, text });
        Ok(())
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_guessed_from_methods_and_open_requests() {
        let text = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}
{"jsonrpc":"2.0","id":0,"result":{}}
{"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{}}
{"jsonrpc":"2.0","method":"session/update","params":{}}
{"jsonrpc":"2.0","id":1,"method":"fs/read_text_file","params":{}}
{"jsonrpc":"2.0","method":"_x/y"}
{"jsonrpc":"2.0","id":1,"result":{"content":""}}
{"jsonrpc":"2.0","id":1,"result":{"stopReason":"end_turn"}}"#;
        let found = read(text).unwrap();
        let dirs: Vec<&str> = found.messages.iter().map(|m| m.dir.code()).collect();
        assert_eq!(dirs, ["c2a", "a2c", "c2a", "a2c", "a2c", "a2c", "c2a", "a2c"]);
        assert!(found.guessed);
        assert_eq!(found.messages[1].text, r#"{"jsonrpc":"2.0","id":0,"result":{}}"#);
        assert_eq!(read("{}\n[1]").unwrap_err().line, 2);
    }
}
