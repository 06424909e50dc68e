//! A chunk carries only the message id and content; participants and references come by
//! session_message.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};
use crate::core::state::session;

pub(crate) static RULE: Rule = Rule {
    id: "session-messages/chunk-participants",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A chunk carries only the message id and content; participants and references \
        come by session_message.",
    why: "A draft of September 2026 allowed it, so older agents do it; newer readers \
        take participants only from session_message.",
    fix: "Send participants and references with session_message.",
    link: "/protocol/v1/prompt-turn#session-directed-messages",
    requirements: &["session-messages/chunk-content-only"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message_chunk","messageId":"x1","senderSessionId":"s1","content":{"type":"text","text":"hi"}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message_chunk","messageId":"x1","content":{"type":"text","text":"hi"}}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let field = issue.field();
    let participant = session::PARTICIPANTS.contains(&field.as_str());
    (said.variant() == Some("session_message_chunk")
        && participant
        && issue.code == IssueCode::UnknownField)
        .then_some(FIELD + 15)
}
