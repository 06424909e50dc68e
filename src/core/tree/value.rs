//! A JSON value that borrows from its text what stands there unescaped.
//!
//! serde_json's own value takes a map with a hasher for each object and a string for each key and text: more
//! than the reading of a frame costs otherwise. This one takes a list for each object. Its methods have the
//! names that serde_json's have.

use std::borrow::Cow;
use std::fmt;

use serde::ser::{Serialize, Serializer};
use serde_json::Number;

use super::members::Members;

/// A JSON value.
#[derive(Debug, Clone, Default)]
pub enum Value<'a> {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number.
    Number(Number),
    /// A text, escapes resolved.
    String(Cow<'a, str>),
    /// A list.
    Array(Vec<Value<'a>>),
    /// An object.
    Object(Members<'a>),
}

impl<'a> Value<'a> {
    /// The member of this name, if it is an object that has it.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        self.as_object()?.get(name)
    }

    /// The value at a JSON pointer.
    #[must_use]
    pub fn pointer(&self, pointer: &str) -> Option<&Value<'a>> {
        match pointer.strip_prefix('/') {
            Some(path) => self.follow(path),
            None => pointer.is_empty().then_some(self),
        }
    }

    /// The value at the end of a JSON pointer without its first slash.
    #[must_use]
    pub fn follow(&self, path: &str) -> Option<&Value<'a>> {
        let mut value = self;
        let mut rest = Some(path);
        while let Some(path) = rest {
            // Not `split`: the searcher that it sets up costs more than these few bytes.
            let (step, after) = match path.bytes().position(|b| b == b'/') {
                Some(end) => (&path[..end], Some(&path[end + 1..])),
                None => (path, None),
            };
            rest = after;
            value = match value {
                Value::Object(members) if step.contains('~') => {
                    members.get(&step.replace("~1", "/").replace("~0", "~"))?
                }
                Value::Object(members) => members.get(step)?,
                Value::Array(items) => items.get(step.parse::<usize>().ok()?)?,
                _ => return None,
            };
        }
        Some(value)
    }

    /// The text, if it is one.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(text) => Some(text),
            _ => None,
        }
    }

    /// The truth value, if it is one.
    #[must_use]
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The number, if it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<&Number> {
        match self {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    /// The number, if it is an integer of this range.
    #[must_use]
    pub fn as_u64(&self) -> Option<u64> {
        self.as_number()?.as_u64()
    }

    /// The number, if it is an integer of this range.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        self.as_number()?.as_i64()
    }

    /// The number, as near as a float comes to it.
    #[must_use]
    pub fn as_f64(&self) -> Option<f64> {
        self.as_number()?.as_f64()
    }

    /// The items, if it is a list.
    #[must_use]
    pub fn as_array(&self) -> Option<&Vec<Value<'a>>> {
        match self {
            Value::Array(items) => Some(items),
            _ => None,
        }
    }

    /// The members, if it is an object.
    #[must_use]
    pub fn as_object(&self) -> Option<&Members<'a>> {
        match self {
            Value::Object(members) => Some(members),
            _ => None,
        }
    }

    /// It is `null`.
    #[must_use]
    pub fn is_null(&self) -> bool {
        matches!(self, Value::Null)
    }

    /// It is `true` or `false`.
    #[must_use]
    pub fn is_boolean(&self) -> bool {
        matches!(self, Value::Bool(_))
    }

    /// It is a number.
    #[must_use]
    pub fn is_number(&self) -> bool {
        matches!(self, Value::Number(_))
    }

    /// It is an integer of this range.
    #[must_use]
    pub fn is_i64(&self) -> bool {
        self.as_number().is_some_and(Number::is_i64)
    }

    /// It is an integer of this range.
    #[must_use]
    pub fn is_u64(&self) -> bool {
        self.as_number().is_some_and(Number::is_u64)
    }

    /// It is a number that was spelled with a fraction or an exponent, or that no integer holds.
    #[must_use]
    pub fn is_f64(&self) -> bool {
        self.as_number().is_some_and(Number::is_f64)
    }

    /// It is a text.
    #[must_use]
    pub fn is_string(&self) -> bool {
        matches!(self, Value::String(_))
    }

    /// It is a list.
    #[must_use]
    pub fn is_array(&self) -> bool {
        matches!(self, Value::Array(_))
    }

    /// It is an object.
    #[must_use]
    pub fn is_object(&self) -> bool {
        matches!(self, Value::Object(_))
    }

    /// The same, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Value::Null => Value::Null,
            Value::Bool(value) => Value::Bool(value),
            Value::Number(number) => Value::Number(number),
            Value::String(text) => Value::String(Cow::Owned(text.into_owned())),
            Value::Array(items) => Value::Array(items.into_iter().map(Value::into_owned).collect()),
            Value::Object(members) => Value::Object(members.into_owned()),
        }
    }

    /// The same as serde_json has it.
    #[must_use]
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => serde_json::Value::Bool(*value),
            Value::Number(number) => serde_json::Value::Number(number.clone()),
            Value::String(text) => serde_json::Value::String(text.as_ref().to_owned()),
            Value::Array(items) => {
                serde_json::Value::Array(items.iter().map(Value::to_json).collect())
            }
            Value::Object(members) => serde_json::Value::Object(
                members.iter().map(|(key, value)| (key.to_owned(), value.to_json())).collect(),
            ),
        }
    }

    /// It is what serde_json has as `other`.
    #[must_use]
    pub fn is_json(&self, other: &serde_json::Value) -> bool {
        match (self, other) {
            (Value::Null, serde_json::Value::Null) => true,
            (Value::Bool(a), serde_json::Value::Bool(b)) => a == b,
            (Value::Number(a), serde_json::Value::Number(b)) => a == b,
            (Value::String(a), serde_json::Value::String(b)) => a == b,
            (Value::Array(a), serde_json::Value::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_json(b))
            }
            (Value::Object(a), serde_json::Value::Object(b)) => {
                a.len() == b.len()
                    && b.iter().all(|(key, b)| a.get(key).is_some_and(|a| a.is_json(b)))
            }
            _ => false,
        }
    }
}

/// A view of serde_json's value.
impl<'a> From<&'a serde_json::Value> for Value<'a> {
    fn from(value: &'a serde_json::Value) -> Value<'a> {
        match value {
            serde_json::Value::Null => Value::Null,
            serde_json::Value::Bool(value) => Value::Bool(*value),
            serde_json::Value::Number(number) => Value::Number(number.clone()),
            serde_json::Value::String(text) => Value::String(Cow::Borrowed(text)),
            serde_json::Value::Array(items) => {
                Value::Array(items.iter().map(Value::from).collect())
            }
            serde_json::Value::Object(members) => Value::Object(
                members.iter().map(|(key, value)| (Cow::from(key), Value::from(value))).collect(),
            ),
        }
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Value<'a> {
        Value::String(Cow::Borrowed(text))
    }
}

/// Objects are the same in whatever order their members stand.
impl<'b> PartialEq<Value<'b>> for Value<'_> {
    fn eq(&self, other: &Value<'b>) -> bool {
        match (self, other) {
            (Value::Null, Value::Null) => true,
            (Value::Bool(a), Value::Bool(b)) => a == b,
            (Value::Number(a), Value::Number(b)) => a == b,
            (Value::String(a), Value::String(b)) => a == b,
            (Value::Array(a), Value::Array(b)) => a == b,
            (Value::Object(a), Value::Object(b)) => a == b,
            _ => false,
        }
    }
}

impl PartialEq<str> for Value<'_> {
    fn eq(&self, other: &str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<&str> for Value<'_> {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == Some(*other)
    }
}

impl PartialEq<bool> for Value<'_> {
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

/// Compact JSON.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Value<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Null => out.serialize_unit(),
            Value::Bool(value) => out.serialize_bool(*value),
            Value::Number(number) => number.serialize(out),
            Value::String(text) => out.serialize_str(text),
            Value::Array(items) => out.collect_seq(items),
            Value::Object(members) => out.collect_map(members),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_pointer_leads_where_serde_json_leads() {
        let theirs = json!({"a": [{"b/c": 1, "~": {"": 2}}], "": 3});
        let ours = Value::from(&theirs);
        for pointer in [
            "",
            "/",
            "/a",
            "/a/0",
            "/a/0/b~1c",
            "/a/0/~0/",
            "/a/1",
            "/a/x",
            "/b",
            "/a/0/b~1c/d",
            "a",
        ] {
            assert_eq!(ours.pointer(pointer).map(Value::to_json).as_ref(), theirs.pointer(pointer));
        }
    }

    #[test]
    fn it_is_written_as_serde_json_writes_it() {
        let theirs = json!({"z": [1, -2, 0.5, 1e300, null, true], "a": "\n\"é\u{1}", "o": {}});
        assert_eq!(Value::from(&theirs).to_string(), theirs.to_string());
        assert_eq!(Value::from(&theirs).into_owned().to_string(), theirs.to_string());
    }

    #[test]
    fn values_are_equal_as_serde_json_has_it() {
        let many = |back: bool| {
            let mut keys: Vec<usize> = (0..40).collect();
            if back {
                keys.reverse();
            }
            keys.iter().map(|k| (format!("k{k}"), json!(k))).collect::<serde_json::Value>()
        };
        let all = [
            json!(null),
            json!(false),
            json!(true),
            json!(1),
            json!(1.0),
            json!("1"),
            json!([]),
            json!([1, 2]),
            json!([2, 1]),
            json!({}),
            json!({"a": 1, "b": 2}),
            json!({"b": 2, "a": 1}),
            json!({"a": 1, "b": 3}),
            json!({"a": 1}),
            many(false),
            many(true),
        ];
        for a in &all {
            for b in &all {
                let (ours, same) = (Value::from(a), a == b);
                assert_eq!(ours == Value::from(b), same, "{a} {b}");
                assert_eq!(ours.is_json(b), same, "{a} {b}");
            }
        }
    }
}
