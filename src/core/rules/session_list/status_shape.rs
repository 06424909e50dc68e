//! session/status carries sessionId and returns a status string.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/status-shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "session/status carries sessionId and returns a status string.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send sessionId, and answer with status.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-list/status-shape"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"status":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/status","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"status":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/status","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"status":"open"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/status") && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
