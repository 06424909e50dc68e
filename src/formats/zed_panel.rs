//! What Zed's ACP log panel copies: a JSON array of messages, each with `_direction` and `_type`.
//!
//! Directions are Zed's: what is outgoing goes to the agent. There are no times. An answer's contents stand under
//! `result`, `error` or, in some versions, `params`.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::messages::{Fault, Found, Message, compose};
use crate::core::frame::Dir;

#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(rename = "_direction")]
    direction: Option<String>,
    #[serde(rename = "_type")]
    kind: Option<String>,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(default)]
    method: Option<String>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(borrow, default)]
    result: Option<&'a RawValue>,
    #[serde(borrow, default)]
    error: Option<&'a RawValue>,
}

pub(super) fn read(text: &str) -> Result<Found, Fault> {
    let at = |line: usize, reason: String| Fault { line: line as u64, reason };
    let all: Vec<&RawValue> =
        serde_json::from_str(text).map_err(|e| at(e.line(), format!("not a JSON array: {e}")))?;
    let mut found = Found::default();
    for (number, entry) in (1..).zip(all) {
        // An entry is a part of the text, so it tells its line.
        let before = entry.get().as_ptr() as usize - text.as_ptr() as usize;
        let line = 1 + text[..before].matches('\n').count();
        let bad = |reason: String| at(line, format!("message {number}: {reason}"));
        let entry: Entry<'_> = serde_json::from_str(entry.get()).map_err(|e| bad(e.to_string()))?;
        let dir = match entry.direction.as_deref().map(str::to_ascii_lowercase).as_deref() {
            Some("outgoing") => Dir::ClientToAgent,
            Some("incoming") => Dir::AgentToClient,
            other => {
                let other = other.unwrap_or("none");
                return Err(bad(format!(
                    "\"_direction\" must be \"incoming\" or \"outgoing\", found {other}"
                )));
            }
        };
        let answer = entry.kind.as_deref() == Some("response");
        let text = if answer {
            // The method stands here for readers; it did not cross.
            let result = match (entry.result, entry.error) {
                (None, None) => Some(entry.params.unwrap_or(RawValue::NULL)),
                (result, _) => result,
            };
            let parts = [("result", result), ("error", entry.error), ("", None)];
            compose(Some(entry.id.unwrap_or(RawValue::NULL)), None, parts)
        } else {
            let parts = [("params", entry.params), ("", None), ("", None)];
            compose(entry.id, entry.method.as_deref(), parts)
        };
        found.messages.push(Message { dir, t: None, text });
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_become_what_had_crossed() {
        let text = r#"[
  {"_direction": "outgoing", "_type": "request", "id": 0, "method": "initialize", "params": {
      "protocolVersion": 1 }},
  {"_direction": "incoming", "_type": "response", "id": 0, "method": "initialize", "result": {"protocolVersion": 1}},
  {"_direction": "incoming", "_type": "response", "id": 1, "params": {"a": 1.0}},
  {"_direction": "incoming", "_type": "response", "id": 2, "error": {"code": -1, "message": "m"}},
  {"_direction": "incoming", "_type": "notification", "method": "session/update", "params": {}}
]"#;
        let found = read(text).unwrap();
        let all: Vec<(Dir, &str)> =
            found.messages.iter().map(|m| (m.dir, m.text.as_str())).collect();
        assert_eq!(
            all,
            [
                (
                    Dir::ClientToAgent,
                    r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}"#
                ),
                (Dir::AgentToClient, r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion": 1}}"#),
                (Dir::AgentToClient, r#"{"jsonrpc":"2.0","id":1,"result":{"a": 1.0}}"#),
                (
                    Dir::AgentToClient,
                    r#"{"jsonrpc":"2.0","id":2,"error":{"code": -1, "message": "m"}}"#
                ),
                (Dir::AgentToClient, r#"{"jsonrpc":"2.0","method":"session/update","params":{}}"#),
            ]
        );
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let fault = read("[\n{\"_direction\":\"incoming\",\"_type\":\"notification\",\"method\":\"m\"},\n{\"_type\":\"request\"}]")
            .unwrap_err();
        assert_eq!(fault.line, 3);
        assert!(
            fault.reason.contains("message 2") && fault.reason.contains("_direction"),
            "{fault:?}"
        );
        assert_eq!(read("[\n{").unwrap_err().line, 2);
    }
}
