//! Custom property types and custom item types start with an underscore.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/property-type",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Custom property types and custom item types start with an underscore.",
    why: "Plain words are kept for later versions of the protocol.",
    fix: "Use a known type, or a word of your own with a leading underscore.",
    link: "/rfds/elicitation",
    requirements: &["elicitation/property-type-reserved"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"d":{"type":"date"}}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let here = issue.pointer.starts_with("/params/requestedSchema/properties")
        && issue.pointer.ends_with("/type");
    let nested = issue.found.contains("object");
    (here
        && !nested
        && matches!(
            issue.code,
            IssueCode::UnknownVariant | IssueCode::NotInEnum | IssueCode::UnknownValue
        ))
    .then_some(FIELD)
}
