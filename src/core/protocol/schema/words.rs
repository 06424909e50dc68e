//! Shapes and values in words.

use super::{Enum, Node, Shape, Types};
use crate::core::tree::Value;
use std::fmt::Write;

/// A value, cut short: `string "done"`, `number 5`, `a list of 3 items`.
pub(super) fn found(value: &Value<'_>) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(b) => b.to_string(),
        Value::Number(n) => format!("number {n}"),
        Value::String(s) => format!("string {}", quoted(s)),
        Value::Array(list) => match list.len() {
            0 => "an empty list".to_owned(),
            1 => "a list of 1 item".to_owned(),
            n => format!("a list of {n} items"),
        },
        Value::Object(map) if map.is_empty() => "an empty object".to_owned(),
        Value::Object(map) => {
            let mut text = "an object with ".to_owned();
            for (i, key) in map.keys().take(3).enumerate() {
                let _ = write!(text, "{}{}", if i == 0 { "" } else { ", " }, quoted(key));
            }
            if map.len() > 3 {
                let _ = write!(text, " and {} more", map.len() - 3);
            }
            text
        }
    }
}

/// A string as JSON, cut after [`LONGEST`] characters.
pub(super) fn quoted(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        None => Value::from(text).to_string(),
        Some((at, _)) => format!("{}…", Value::from(&text[..at])),
    }
}

const LONGEST: usize = 60;

/// What a node asks for: `a string`, `"a" or "b"`, `null or an object`.
pub(super) fn expected(node: &Node) -> String {
    match &node.shape {
        Shape::Enum(set) if !set.open && node.types == Types::STRING => {
            let mut text = one_of(enum_values(set));
            if node.nullable {
                text.push_str(" or null");
            }
            text
        }
        _ => types(node),
    }
}

fn types(node: &Node) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for (kind, text) in [
        (Types::STRING, "a string"),
        (Types::NUMBER, "a number"),
        (Types::INTEGER, "an integer"),
        (Types::BOOLEAN, "true or false"),
        (Types::ARRAY, "a list"),
        (Types::OBJECT, "an object"),
    ] {
        let all = node.types.0 & kind.0 == kind.0;
        let covered = kind == Types::INTEGER && node.types.0 & 8 != 0;
        if all && !covered {
            parts.push(text);
        }
    }
    if node.nullable || node.types.overlaps(Types::NULL) {
        parts.push("null");
    }
    join(parts.iter().copied())
}

/// What else an open set takes.
pub(super) const CUSTOM: &str = "a custom name with a leading _";

/// The known values of an enumeration, quoted.
pub(super) fn enum_values(set: &Enum) -> impl Iterator<Item = String> + Clone {
    set.values.iter().map(|v| v.value.to_string())
}

/// `"a"`, `"a" or "b"`, `"a", "b" or "c"`.
pub(super) fn one_of(values: impl Iterator<Item = String>) -> String {
    let values: Vec<String> = values.collect();
    join(values.iter().map(String::as_str))
}

fn join<'a>(parts: impl ExactSizeIterator<Item = &'a str>) -> String {
    let count = parts.len();
    let mut text = String::new();
    for (i, part) in parts.enumerate() {
        text.push_str(match i {
            0 => "",
            _ if i + 1 == count => " or ",
            _ => ", ",
        });
        text.push_str(part);
    }
    text
}
