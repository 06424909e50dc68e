//! session/close carries the sessionId.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/close-shape",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/close carries the sessionId.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send sessionId.",
    link: "/protocol/v1/session-setup#closing-a-session",
    requirements: &["session-setup/close-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/close","params":{}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/close")
        && said.asked.is_none()
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
