//! A form schema states type object and properties, and uses neither $schema nor enumNames.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "elicitation/schema-incomplete",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A form schema states type object and properties, and uses neither $schema nor \
        enumNames.",
    why: "Readers tolerate it for now; stricter ones need not. (A warning.)",
    fix: "State type object and properties, without $schema and enumNames.",
    link: "/rfds/elicitation",
    requirements: &["elicitation/schema-type-and-properties", "elicitation/schema-subset"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"properties":{}}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{}}}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Call("elicitation/create")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(schema) = said.at("/params/requestedSchema").as_object() else { return };
    for key in ["type", "properties"] {
        if !schema.contains_key(key) {
            out.at(said, "/params/requestedSchema", format!("the schema does not state {key}"));
        }
    }
    if schema.contains_key("$schema") {
        out.at(
            said,
            "/params/requestedSchema/$schema",
            "$schema is not part of the schemas that forms may use",
        );
    }
    for (name, property) in
        schema.get("properties").and_then(Value::as_object).into_iter().flatten().take(1_000)
    {
        if property.get("enumNames").is_some() {
            let name = name.replace('~', "~0").replace('/', "~1");
            out.at(
                said,
                format!("/params/requestedSchema/properties/{name}/enumNames"),
                "enumNames is not part of the schemas that forms may use; titles \
            belong into oneOf or anyOf",
            );
        }
    }
}
