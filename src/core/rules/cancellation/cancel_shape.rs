//! session/cancel carries the sessionId.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "cancellation/cancel-shape",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/cancel carries the sessionId.",
    why: "The agent does not know what to stop.",
    fix: "Send sessionId.",
    link: "/protocol/v1/prompt-turn#cancellation",
    requirements: &["cancellation/cancel-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/cancel") && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
