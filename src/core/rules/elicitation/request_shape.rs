//! A request has message and mode, plus requestedSchema for form or elicitationId and url for
//! url.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/request-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request has message and mode, plus requestedSchema for form or \
        elicitationId and url for url.",
    why: "The client cannot ask the user.",
    fix: "form: message and requestedSchema; url: message, elicitationId and url.",
    link: "/protocol/v1/elicitation#creating-an-elicitation",
    requirements: &["elicitation/request-shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","url":"https://x.example"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","elicitationId":"e1","url":"https://x.example/go","message":"Sign in"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "elicitation/create")
        && said.asked.is_none()
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
