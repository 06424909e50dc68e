//! required names only defined properties.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "elicitation/required-undefined",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "required names only defined properties.",
    why: "Nobody can fill it in. (Described, not demanded: a hint.)",
    fix: "Require defined properties only.",
    link: "/protocol/v1/elicitation#form-mode",
    requirements: &["elicitation/required-defined"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{},"required":["x"]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Call("elicitation/create")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let schema = said.at("/params/requestedSchema");
    let defined = schema.get("properties").and_then(Value::as_object);
    for (i, name) in said.list("/params/requestedSchema/required").iter().enumerate() {
        if let Some(name) = name.as_str()
            && !defined.is_some_and(|d| d.contains_key(name))
        {
            out.at(
                said,
                format!("/params/requestedSchema/required/{i}"),
                format!("{} is required, but not among the properties", text::quoted(name)),
            );
        }
    }
}
