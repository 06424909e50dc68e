//! Custom actions start with an underscore.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/action-name",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Custom actions start with an underscore.",
    why: "Plain words are kept for later versions of the protocol.",
    fix: "Use accept, decline or cancel, or a word of your own with a leading \
        underscore.",
    link: "/rfds/elicitation",
    requirements: &["elicitation/action-reserved"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"reject"}}"#],
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
        && issue.pointer == "/result/action"
        && issue.missing.is_none())
    .then_some(FIELD)
}
