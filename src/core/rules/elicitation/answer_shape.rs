//! The result has an action, and on accept an optional content object of strings, numbers,
//! booleans and string arrays.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/answer-shape",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The result has an action, and on accept an optional content object of \
        strings, numbers, booleans and string arrays.",
    why: "The agent cannot read the answer.",
    fix: "Answer with action: accept (with content), decline or cancel.",
    link: "/protocol/v1/elicitation#responses",
    requirements: &["elicitation/response-shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"content":{"s":"x"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "elicitation/create")
        && said.asked.is_some()
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
