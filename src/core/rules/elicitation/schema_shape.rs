//! A form schema is an object with primitive or enum properties only.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, PART, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/schema-shape",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A form schema is an object with primitive or enum properties only.",
    why: "Clients can show flat forms only.",
    fix: "Use properties of type string, number, integer or boolean, or lists of string \
        choices.",
    link: "/protocol/v1/elicitation#form-mode",
    requirements: &["elicitation/schema-flat"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"o":{"type":"object","properties":{}}}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let here = issue.pointer.starts_with("/params/requestedSchema/properties");
    let nested = issue.code == IssueCode::UnknownValue && issue.found.contains("\"object\"");
    (here && (issue.class() != IssueClass::Unknown || nested)).then_some(PART)
}
