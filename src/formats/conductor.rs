//! Traces of the conductor that comes with the Rust SDK, `.jsons`: one event a line.
//!
//! A conductor may run a chain of proxies. What counts here is the client's end of it: events from and to `client`.
//! Times are seconds since the start. Log lines of components become lines of stderr.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::messages::{Fault, Found, Message, compose, each_line, seconds};
use crate::core::frame::Dir;

#[derive(Deserialize)]
struct Event<'a> {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    ts: Option<f64>,
    #[serde(default)]
    from: Option<String>,
    #[serde(default)]
    to: Option<String>,
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    #[serde(default)]
    method: Option<String>,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
    #[serde(default)]
    is_error: bool,
    #[serde(borrow, default)]
    payload: Option<&'a RawValue>,
    #[serde(default)]
    message: Option<String>,
}

pub(super) fn read(text: &str) -> Result<Found, Fault> {
    let mut found = Found::default();
    each_line(text, |line| {
        let event: Event<'_> = serde_json::from_str(line).map_err(|e| e.to_string())?;
        let t = event.ts.and_then(seconds);
        let is_client = |end: &Option<String>| {
            end.as_deref().is_some_and(|end| end.eq_ignore_ascii_case("client"))
        };
        let dir = match (is_client(&event.from), is_client(&event.to)) {
            (true, _) => Dir::ClientToAgent,
            (_, true) => Dir::AgentToClient,
            (false, false) => {
                if event.kind == "trace" {
                    let line = event.message.unwrap_or_default();
                    found.logs.push((found.messages.len(), t, line));
                }
                // Between proxies, behind the client's back.
                return Ok(());
            }
        };
        let text = match event.kind.as_str() {
            "request" => {
                let id = Some(event.id.unwrap_or(RawValue::NULL));
                compose(
                    id,
                    event.method.as_deref(),
                    [("params", event.params), ("", None), ("", None)],
                )
            }
            "notification" => compose(
                None,
                event.method.as_deref(),
                [("params", event.params), ("", None), ("", None)],
            ),
            "response" => {
                let name = if event.is_error { "error" } else { "result" };
                let payload = Some(event.payload.unwrap_or(RawValue::NULL));
                let id = Some(event.id.unwrap_or(RawValue::NULL));
                compose(id, None, [(name, payload), ("", None), ("", None)])
            }
            other => return Err(format!("\"type\" {other:?} is not known")),
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
    fn the_clients_end_of_the_chain_counts() {
        let text = r#"{"type":"request","ts":0.5,"protocol":"acp","from":"Client","to":"Proxy(0)","id":"u-1","method":"initialize","session":null,"params":{"protocolVersion":1}}
{"type":"request","ts":0.6,"protocol":"acp","from":"Proxy(0)","to":"Agent","id":"u-2","method":"initialize","session":null,"params":{}}
{"type":"trace","ts":0.65,"level":"info","message":"hello"}
{"type":"response","ts":0.7,"from":"proxy:0","to":"client","id":"u-1","is_error":true,"payload":{"code":1}}
"#;
        let found = read(text).unwrap();
        assert_eq!(
            found.messages,
            [
                Message {
                    dir: Dir::ClientToAgent,
                    t: Some(Moment(500_000_000)),
                    text: r#"{"jsonrpc":"2.0","id":"u-1","method":"initialize","params":{"protocolVersion":1}}"#.to_owned(),
                },
                Message {
                    dir: Dir::AgentToClient,
                    t: Some(Moment(700_000_000)),
                    text: r#"{"jsonrpc":"2.0","id":"u-1","error":{"code":1}}"#.to_owned(),
                },
            ]
        );
        assert_eq!(found.logs, [(1, Some(Moment(650_000_000)), "hello".to_owned())]);
        let fault = read("\n{\"type\":\"x\",\"from\":\"client\"}").unwrap_err();
        assert_eq!((fault.line, fault.reason.as_str()), (2, "\"type\" \"x\" is not known"));
    }
}
