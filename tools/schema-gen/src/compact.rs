//! The file that the product embeds: small, one definition a line so that an upgrade reads well as
//! a diff, and the same bytes for the same input.

use serde_json::{Map, Value};
use std::fmt::Write;

/// Removes what no reader of the file uses: prose, and hints for the crate's own doc and state
/// tooling. The prose alone is two thirds of the size.
pub fn strip(defs: Value) -> Map<String, Value> {
    let Value::Object(defs) = defs else { return Map::new() };
    let mut defs: Vec<_> = defs.into_iter().map(|(k, v)| (k, schema(v))).collect();
    defs.sort_by(|a, b| a.0.cmp(&b.0));
    defs.into_iter().collect()
}

fn schema(node: Value) -> Value {
    let Value::Object(object) = node else { return node };
    let kept = object.into_iter().filter(|(key, _)| {
        !matches!(key.as_str(), "description" | "x-docs-ignore" | "x-state" | "x-scope")
    });
    Value::Object(kept.map(|(key, value)| (key.clone(), keyword(&key, value))).collect())
}

/// Only schemas are stripped: a property may well be called `description`.
fn keyword(key: &str, value: Value) -> Value {
    match (key, value) {
        ("properties", Value::Object(map)) => {
            Value::Object(map.into_iter().map(|(k, v)| (k, schema(v))).collect())
        }
        ("anyOf" | "oneOf" | "allOf", Value::Array(list)) => {
            Value::Array(list.into_iter().map(schema).collect())
        }
        ("items" | "additionalProperties" | "not" | "propertyNames", value) => schema(value),
        (_, value) => value,
    }
}

/// Puts the file together.
pub fn write(head: &Value, methods: &[Value], defs: &Map<String, Value>) -> String {
    let mut out = String::from("{\n");
    for (key, value) in head.as_object().into_iter().flatten() {
        let _ = writeln!(out, "\"{key}\": {value},");
    }
    out.push_str("\"methods\": [\n");
    for (i, row) in methods.iter().enumerate() {
        let _ = writeln!(out, "{row}{}", if i + 1 < methods.len() { "," } else { "" });
    }
    out.push_str("],\n\"$defs\": {\n");
    for (i, (name, def)) in defs.iter().enumerate() {
        let _ = writeln!(out, "\"{name}\": {def}{}", if i + 1 < defs.len() { "," } else { "" });
    }
    out.push_str("}\n}\n");
    out
}
