//! A fork request has sessionId and cwd, and its result the id of the new session.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-fork/shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A fork request has sessionId and cwd, and its result the id of the new \
        session.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send sessionId and cwd, and answer with the new sessionId.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-fork/shape"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"fork":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/fork","params":{"sessionId":"s1"}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"fork":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/fork","params":{"sessionId":"s1","cwd":"/w"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/fork") && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
