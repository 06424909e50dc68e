//! A session that is named, in content or as participant of a message, is known to the client.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "subagents/session-content-unknown",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A session that is named, in content or as participant of a message, is known \
        to the client.",
    why: "The client has nothing to link to. (A frame that announces it may be missing \
        from the recording: a warning.)",
    fix: "Announce a child with subagent_update before it is named.",
    link: "/protocol/v1/tool-calls#sessions",
    requirements: &["subagents/session-content-known", "session-messages/participants-known"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","content":[{"type":"session","sessionId":"ch9"}]}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","messageId":"x1","senderSessionId":"s1","recipientSessionId":"ch9","content":[{"type":"text","text":"hi"}]}}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"completed","content":[{"type":"session","sessionId":"ch1"}]}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","messageId":"x1","senderSessionId":"s1","recipientSessionId":"ch1"}}}"#],
    when: &[
        When::Update("tool_call"),
        When::Update("tool_call_update"),
        When::Call("session/request_permission"),
        When::Update("session_message"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let base = if said.method == Some("session/request_permission") {
        "/params/toolCall"
    } else {
        "/params/update"
    };

    let Some(session) = cx.state.session_of(said) else { return };
    if session.replay.is_some()
        || cx.state.started_late
        || cx.state.awaits_session()
        || cx.state.lacks(Side::Client, "subagents")
    {
        return;
    }
    let mut tell = |id: Option<&str>, pointer: String| {
        if let Some(id) = id.filter(|id| !cx.state.is_known(id)) {
            out.at(
                said,
                pointer,
                format!("the session {} is not known to the client", text::quoted(id)),
            );
        }
    };
    for (i, item) in said.list(&format!("{base}/content")).iter().enumerate() {
        if item.get("type").and_then(Value::as_str) == Some("session") {
            tell(
                item.get("sessionId").and_then(Value::as_str),
                format!("{base}/content/{i}/sessionId"),
            );
        }
    }
    for key in ["senderSessionId", "recipientSessionId"] {
        tell(said.update().get(key).and_then(Value::as_str), format!("/params/update/{key}"));
    }
}
