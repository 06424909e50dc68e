//! A message between sessions is shown by its sender or its recipient, and refers to the other
//! one's view.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-messages/foreign-view",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A message between sessions is shown by its sender or its recipient, and \
        refers to the other one's view.",
    why: "Clients cannot tell whether it came or went. (Described, not demanded: a \
        warning.)",
    fix: "Show a message in the transcripts of its sender and of its recipient only, \
        and refer to the other view.",
    link: "/protocol/v1/prompt-turn#session-directed-messages",
    requirements: &["session-messages/own-view", "session-messages/reference-side"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch2"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","messageId":"x1","senderSessionId":"ch1","recipientSessionId":"ch2","content":[{"type":"text","text":"hi"}]}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","messageId":"x1","senderSessionId":"s1","recipientSessionId":"ch1","senderMessageId":"y1"}}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","messageId":"x1","senderSessionId":"s1","recipientSessionId":"ch1","recipientMessageId":"y1"}}}"#],
    when: &[When::Update("session_message")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(session), Some(outer)) = (cx.state.session_of(said), said.session()) else { return };
    let Some(id) = said.text("/params/update/messageId") else { return };
    let mut fields = session.session_messages.get(id).map(|m| m.fields.clone()).unwrap_or_default();
    crate::core::state::merge_participants(&mut fields, said.update());
    let get = |key: &str| fields.get(key).map(String::as_str);
    let (Some(sender), Some(recipient)) = (get("senderSessionId"), get("recipientSessionId"))
    else {
        return;
    };
    if (sender == outer) == (recipient == outer) {
        out.at(
            said,
            "/params/update",
            "exactly one of sender and recipient must be the session that shows \
            the message",
        );
    } else if sender == outer && get("senderMessageId").is_some() {
        out.at(
            said,
            "/params/update/senderMessageId",
            "an outgoing message refers to the recipient's view: recipientMessageId",
        );
    } else if recipient == outer && get("recipientMessageId").is_some() {
        out.at(
            said,
            "/params/update/recipientMessageId",
            "an incoming message refers to the sender's view: senderMessageId",
        );
    }
}
