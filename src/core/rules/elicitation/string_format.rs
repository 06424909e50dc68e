//! A string format is one that clients know.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/string-format",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A string format is one that clients know.",
    why: "The newest types know only some formats and refuse others, although the text \
        says that clients must not.",
    fix: "Use email, uri, date or date-time, or leave format out.",
    link: "/protocol/v1/elicitation",
    requirements: &[],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string","format":"hostname"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string","format":"email"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    issue.within("StringFormat").then_some(FIELD)
}
