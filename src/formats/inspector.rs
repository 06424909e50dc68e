//! JSON Lines traces with `ts`, `direction` (`fromClient` or `fromAgent`) and the message as text in `json`.
//!
//! `ts` is a date or milliseconds since 1970; what counts is the time since the first line.

use serde::Deserialize;
use serde_json::Value;

use super::messages::{Fault, Found, Message, each_line, seconds};
use crate::core::frame::Dir;

#[derive(Deserialize)]
struct Entry {
    #[serde(default)]
    ts: Value,
    direction: String,
    json: Value,
}

pub(super) fn read(text: &str) -> Result<Found, Fault> {
    let mut found = Found::default();
    let mut start = None;
    each_line(text, |line| {
        let entry: Entry = serde_json::from_str(line).map_err(|e| e.to_string())?;
        let direction: String =
            entry.direction.chars().filter(char::is_ascii_alphanumeric).collect();
        let dir = match direction.to_ascii_lowercase().as_str() {
            "fromclient" | "clienttoagent" | "c2a" => Dir::ClientToAgent,
            "fromagent" | "agenttoclient" | "a2c" => Dir::AgentToClient,
            other => return Err(format!("\"direction\" {other:?} is not known")),
        };
        let at = match &entry.ts {
            Value::Number(millis) => millis.as_f64().map(|ms| ms / 1e3),
            Value::String(date) => {
                date.parse::<jiff::Timestamp>().ok().map(|t| t.as_nanosecond() as f64 / 1e9)
            }
            _ => None,
        };
        let t = at.and_then(|at| seconds((at - *start.get_or_insert(at)).max(0.0)));
        // A line feed inside would be two frames.
        let text = match entry.json {
            Value::String(text) => text.replace(['\n', '\r'], " "),
            other => other.to_string(),
        };
        found.messages.push(Message { dir, t, text });
        Ok(())
    })?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::frame::Moment;

    #[test]
    fn messages_keep_their_spelling_and_times_begin_at_zero() {
        let text = r#"{"ts":"2025-01-15T10:00:00.000Z","direction":"fromClient","json":"{\"id\": 1.0}"}
{"ts":"2025-01-15T10:00:01.500Z","direction":"FROM_AGENT","json":{"id":1}}"#;
        let found = read(text).unwrap();
        assert_eq!(found.messages[0].text, r#"{"id": 1.0}"#);
        assert_eq!(found.messages[0].t, Some(Moment(0)));
        assert_eq!(found.messages[1].t, Some(Moment(1_500_000_000)));
        assert_eq!(found.messages[1].dir, Dir::AgentToClient);
        assert!(read(r#"{"direction":"up","json":""}"#).unwrap_err().reason.contains("\"up\""));
    }
}
