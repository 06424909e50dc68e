//! elicitation/complete carries the elicitationId.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/complete-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "elicitation/complete carries the elicitationId.",
    why: "The client cannot tell which dialog to close.",
    fix: "Send elicitationId.",
    link: "/protocol/v1/elicitation#url-completion",
    requirements: &["elicitation/complete-shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"elicitation/complete","params":{}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"accept"}}
        a2c {"jsonrpc":"2.0","method":"elicitation/complete","params":{"elicitationId":"e1"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.method == Some("elicitation/complete") && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
