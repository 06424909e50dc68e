//! Both variants need a messageId, and a chunk also one content block.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-messages/shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Both variants need a messageId, and a chunk also one content block.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send messageId, and with a chunk one content block.",
    link: "/protocol/v1/prompt-turn#session-directed-messages",
    requirements: &["session-messages/shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","content":[{"type":"text","text":"hi"}]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","messageId":"x1","content":[{"type":"text","text":"hi"}]}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let here = matches!(said.variant(), Some("session_message" | "session_message_chunk"));
    (here && issue.class() != IssueClass::Unknown).then_some(WHOLE)
}
