//! Single keywords of JSON Schema, and the list of those that are understood.

use super::{IntegerFormat, Scalar, Types};
use serde_json::{Map, Value};

/// A schema of the document, as long as the process lives.
pub(super) type Part = &'static Map<String, Value>;

/// A part of a conjunction. Once a branch of its union has been chosen, the union is no longer
/// looked at.
#[derive(Clone, Copy)]
pub(super) struct Step {
    pub(super) part: Part,
    pub(super) chosen: bool,
}

impl Step {
    pub(super) fn whole(part: Part) -> Step {
        Step { part, chosen: false }
    }

    /// Which part it is; the same in every step to it.
    pub(super) fn address(&self) -> usize {
        std::ptr::from_ref(self.part) as usize
    }
}

pub(super) fn is_null_type(part: Part) -> bool {
    part.len() == 1 && part.get("type").is_some_and(|t| t == "null")
}

pub(super) fn constrains(part: Part) -> bool {
    part.keys().any(|key| !matches!(key.as_str(), "$ref" | "default") && !key.starts_with("x-"))
}

pub(super) fn types_of(steps: &[Step]) -> Result<Types, String> {
    let mut types = Types::ANY.0;
    for step in steps {
        types &= type_set(step.part)?.0;
    }
    if types == 0 { Err("no type is left".to_owned()) } else { Ok(Types(types)) }
}

pub(super) fn type_set(part: Part) -> Result<Types, String> {
    let one = |name: &Value| match name.as_str() {
        Some("null") => Ok(Types::NULL),
        Some("boolean") => Ok(Types::BOOLEAN),
        Some("integer") => Ok(Types::INTEGER),
        Some("number") => Ok(Types::NUMBER),
        Some("string") => Ok(Types::STRING),
        Some("array") => Ok(Types::ARRAY),
        Some("object") => Ok(Types::OBJECT),
        _ => Err(format!("type {name}")),
    };
    match part.get("type") {
        None => Ok(Types::ANY),
        Some(Value::Array(names)) => {
            names.iter().try_fold(Types(0), |set, name| Ok(Types(set.0 | one(name)?.0)))
        }
        Some(name) => one(name),
    }
}

pub(super) fn scalar(steps: &[Step]) -> Result<Option<Scalar>, String> {
    let mut scalar = Scalar::default();
    let number = |key: &str| steps.iter().find_map(|s| s.part.get(key)).and_then(Value::as_f64);
    let count = |key: &str| {
        let value = steps.iter().find_map(|s| s.part.get(key)).and_then(Value::as_u64);
        value.and_then(|n| usize::try_from(n).ok())
    };
    scalar.minimum = number("minimum");
    scalar.maximum = number("maximum");
    scalar.min_length = count("minLength");
    scalar.max_length = count("maxLength");
    scalar.min_items = count("minItems");
    for step in steps {
        scalar.integer = integer_format(step.part)?.or(scalar.integer);
    }
    Ok((scalar != Scalar::default()).then_some(scalar))
}

pub(super) fn integer_format(part: Part) -> Result<Option<IntegerFormat>, String> {
    let Some(format) = part.get("format") else { return Ok(None) };
    let (least, greatest, name) = match format.as_str() {
        Some("uint16") => (0, i128::from(u16::MAX), "an integer from 0 to 65535"),
        Some("uint32") => (0, i128::from(u32::MAX), "an integer from 0 to 4294967295"),
        Some("uint64") => (0, i128::from(u64::MAX), "an integer from 0 to 2^64-1"),
        Some("int32") => {
            (i128::from(i32::MIN), i128::from(i32::MAX), "an integer of at most 32 bits")
        }
        Some("int64") => {
            (i128::from(i64::MIN), i128::from(i64::MAX), "an integer of at most 64 bits")
        }
        Some("double" | "uri" | "date-time") => return Ok(None),
        _ => return Err(format!("format {format}")),
    };
    Ok(Some(IntegerFormat { least, greatest, name }))
}

/// The names that `propertyNames` keeps out.
pub(super) fn forbidden(names: &'static Value) -> Result<Vec<&'static str>, String> {
    let not = as_part(&names["not"])?;
    let found = match (not.get("const"), not.get("enum")) {
        (Some(name), None) => name.as_str().map(|name| vec![name]),
        (None, Some(names)) => {
            names.as_array().and_then(|names| names.iter().map(Value::as_str).collect())
        }
        _ => None,
    };
    found.ok_or_else(|| format!("propertyNames {names}"))
}

/// The subset that this module understands. Annotations are listed, too: a keyword that nobody has
/// looked at must not pass.
pub(super) fn check_keywords(part: Part) -> Result<(), String> {
    for (key, value) in part {
        let known = match key.as_str() {
            "type" | "const" | "$ref" | "format" | "properties" | "required" | "items"
            | "allOf" | "minimum" | "maximum" | "minLength" | "maxLength" | "minItems"
            | "propertyNames" | "not" => true,
            "anyOf" => !part.contains_key("oneOf"),
            "oneOf" => !part.contains_key("anyOf"),
            "additionalProperties" => value.is_object() || *value == true,
            "unevaluatedProperties" => *value == true,
            "title" | "default" | "discriminator" | "contentEncoding" => true,
            "x-side"
            | "x-method"
            | "x-unstable"
            | "x-deserialize-default-on-error"
            | "x-deserialize-default-on-null"
            | "x-deserialize-skip-invalid-items" => true,
            _ => false,
        };
        if !known {
            return Err(format!("the keyword {key}: {value} is not understood"));
        }
    }
    Ok(())
}

pub(super) fn as_part(value: &'static Value) -> Result<Part, String> {
    value.as_object().ok_or_else(|| format!("{value} is no schema"))
}

pub(super) fn list(part: Part, key: &str) -> Result<&'static [Value], String> {
    match part.get(key) {
        None => Ok(&[]),
        Some(Value::Array(list)) => Ok(list),
        Some(other) => Err(format!("{key}: {other} is not a list")),
    }
}

pub(super) fn flag(part: Part, key: &str) -> bool {
    part.get(key).is_some_and(|value| *value == true)
}
