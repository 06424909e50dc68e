//! Types of the specification get no custom fields at their root; extra data goes into _meta.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, FALLBACK, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "extensibility/unknown-field",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Types of the specification get no custom fields at their root; extra data \
        goes into _meta.",
    why: "A later version may use the name with another meaning. It may also be newer \
        than this checker, so it is a hint.",
    fix: "Move data of your own into _meta.",
    link: "/protocol/v1/extensibility#the-_meta-field",
    requirements: &["extensibility/no-custom-root-fields"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}],"temperature":0.5}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}],"_meta":{"temperature":0.5}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (issue.code == IssueCode::UnknownField).then_some(FALLBACK + 1)
}
