//! Clients do not make up message ids; session/prompt carries none.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "prompt-turn/prompt-message-id",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Clients do not make up message ids; session/prompt carries none.",
    why: "Agents ignore it; the id of a message is the agent's to give. (Described, not \
        demanded: a warning.)",
    fix: "Leave messageId out of session/prompt.",
    link: "/rfds/message-id",
    requirements: &["prompt-turn/message-id-agent-only"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","messageId":"m1","prompt":[{"type":"text","text":"hi"}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"hi"},"messageId":"m1"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/prompt")
        && said.asked.is_none()
        && issue.code == IssueCode::UnknownField
        && issue.pointer == "/params/messageId")
        .then_some(FIELD)
}
