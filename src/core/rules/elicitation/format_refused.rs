//! A schema is not refused only because a string format is unknown.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "elicitation/format-refused",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A schema is not refused only because a string format is unknown.",
    why: "The format is a hint for the input field. (The newest types refuse such \
        forms, so a hint.)",
    fix: "Treat unknown formats as plain text.",
    link: "/rfds/elicitation",
    requirements: &["elicitation/unknown-format-accepted"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string","format":"hostname"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"error":{"code":-32602,"message":"unknown variant hostname"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string","format":"hostname"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Answer("elicitation/create")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let properties = asked.params.pointer("/requestedSchema/properties").and_then(Value::as_object);
    let odd = properties.into_iter().flatten().any(|(_, p)| {
        p.get("format")
            .and_then(Value::as_str)
            .is_some_and(|f| !matches!(f, "email" | "uri" | "date" | "date-time"))
    });
    if odd && said.code() == Some(-32602) {
        out.at(
            said,
            "/error",
            "a form with an unknown string format is refused; clients must not \
            refuse it only for that",
        )
        .related(asked.frame);
    }
}
