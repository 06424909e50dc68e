//! Accepted form content fits the requested schema.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::{Members, Value};
pub(crate) static RULE: Rule = Rule {
    id: "elicitation/content-does-not-fit",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Accepted form content fits the requested schema.",
    why: "The agent goes on with something that it did not offer.",
    fix: "Check the form before accepting it.",
    link: "/protocol/v1/elicitation#responses",
    requirements: &["elicitation/content-conforms"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"accept","content":{"n":"five"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"accept","content":{"n":5}}}"#],
    when: &[When::Answer("elicitation/create")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    if said.text("/result/action") != Some("accept") || said.at("/result/content").is_null() {
        return;
    }
    let Some(schema) = asked.params.get("requestedSchema") else { return };
    let empty = Members::default();
    let content = said.at("/result/content").as_object().unwrap_or(&empty);
    for name in schema
        .get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
    {
        if !content.contains_key(name) {
            out.at(
                said,
                "/result/content",
                format!("{} is required and missing", text::quoted(name)),
            );
        }
    }
    for (name, value) in content.iter().take(1_000) {
        let Some(property) = schema.get("properties").and_then(|p| p.get(name)) else { continue };
        if let Some(why) = misfit(property, value) {
            let name = name.replace('~', "~0").replace('/', "~1");
            out.at(
                said,
                format!("/result/content/{name}"),
                format!("the value does not fit the form: {why}"),
            );
        }
    }
}

/// Why a value does not fit its property, as far as it is certain.
fn misfit(property: &Value<'_>, value: &Value<'_>) -> Option<String> {
    let kind = property.get("type")?.as_str()?;
    let fits = match kind {
        "string" => value.is_string(),
        "integer" => {
            value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|f| f.fract() == 0.0)
        }
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        _ => true,
    };
    if !fits {
        return Some(format!("expected type {kind}"));
    }
    let number = |key: &str| property.get(key).and_then(Value::as_f64);
    let size = value.as_str().map(|s| s.chars().count() as f64);
    let count = value.as_array().map(|a| a.len() as f64);
    for (least, most, is) in [
        ("minimum", "maximum", value.as_f64()),
        ("minLength", "maxLength", size),
        ("minItems", "maxItems", count),
    ] {
        let Some(is) = is else { continue };
        if number(least).is_some_and(|l| is < l) || number(most).is_some_and(|m| is > m) {
            return Some(format!("outside of {least} and {most}"));
        }
    }
    let choices = property.get("enum").and_then(Value::as_array);
    let titled = property.get("oneOf").and_then(Value::as_array);
    let listed = choices
        .map(|c| c.contains(value))
        .or_else(|| titled.map(|t| t.iter().any(|o| o.get("const") == Some(value))));
    (listed == Some(false)).then(|| "not among the choices".to_owned())
}
