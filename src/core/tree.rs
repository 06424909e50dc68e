//! A JSON text as a tree, where that can be had in one pass, and quick look-ups in it.
//!
//! It knows nothing of messages. The tree is serde_json's; what is added is that a key that stands twice
//! in one object is noticed while the tree grows, so that a frame without oddities is read only once.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Objects of up to this many members are searched from the front: hashing the key costs more.
const FEW: usize = 12;

/// A JSON text, parsed.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// Its value; of a key that stands twice the last one's.
    pub value: Value,
    /// Some object has a key twice.
    pub has_duplicates: bool,
}

/// Parses a text as `serde_json::Value` does; `None` where that refuses it.
#[must_use]
pub fn parse(text: &[u8]) -> Option<Tree> {
    let mut has_duplicates = false;
    let mut source = serde_json::Deserializer::from_slice(text);
    let value = Node { twice: &mut has_duplicates }.deserialize(&mut source).ok()?;
    source.end().ok()?;
    Some(Tree { value, has_duplicates })
}

/// The member of this name, if the value is an object that has it.
#[must_use]
pub fn get<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    match value {
        Value::Object(members) => member(members, name),
        _ => None,
    }
}

/// The member of this name.
#[must_use]
pub fn member<'v>(members: &'v Map<String, Value>, name: &str) -> Option<&'v Value> {
    if members.len() > FEW {
        return members.get(name);
    }
    members.iter().find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// Builds the value that comes next.
struct Node<'a> {
    twice: &'a mut bool,
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Value, D::Error> {
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Node { twice: &mut *self.twice })? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut given: A) -> Result<Value, A::Error> {
        let mut members = Map::new();
        while let Some(key) = given.next_key::<String>()? {
            let value = given.next_value_seed(Node { twice: &mut *self.twice })?;
            *self.twice |= members.insert(key, value).is_some();
        }
        Ok(Value::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn jsonish() -> impl Strategy<Value = String> {
        let parts = [
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"b\\n\"", "1", "-0.5e3", "-0", "null", "true",
            " ",
        ];
        let part = prop::sample::select(parts.to_vec());
        proptest::collection::vec(part, 0..14).prop_map(|parts| parts.concat())
    }

    fn object() -> impl Strategy<Value = String> {
        let member = (prop::sample::select(vec!["a", "b", "c"]), jsonish(), any::<i32>());
        proptest::collection::vec(member, 0..5).prop_map(|members| {
            let members = members.into_iter().map(|(key, inner, n)| match n % 2 {
                0 => format!("\"{key}\":{n}"),
                _ => format!("\"{key}\":[{inner}]"),
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        })
    }

    proptest! {
        #[test]
        fn it_is_the_value_that_serde_json_makes(text in prop_oneof![jsonish(), object()]) {
            let theirs = serde_json::from_str::<Value>(&text).ok();
            prop_assert_eq!(parse(text.as_bytes()).map(|tree| tree.value), theirs);
        }
    }

    #[test]
    fn a_key_that_stands_twice_is_noticed_wherever_it_stands() {
        let twice = |text: &str| parse(text.as_bytes()).unwrap().has_duplicates;
        assert!(twice(r#"{"a":1,"a":2}"#));
        assert!(twice(r#"{"x":[{"a":1,"b":0,"\u0061":2}]}"#));
        assert!(!twice(r#"{"a":{"a":1},"b":{"a":1}}"#));
    }

    #[test]
    fn a_member_is_found_among_few_and_among_many() {
        for count in [1, FEW, FEW + 1, 100] {
            let members: Map<_, _> =
                (0..count).map(|i| (format!("k{i}"), Value::from(i))).collect();
            let value = Value::Object(members);
            assert_eq!(get(&value, &format!("k{}", count - 1)), Some(&Value::from(count - 1)));
            assert_eq!(get(&value, "k"), None);
        }
        assert_eq!(get(&Value::from("k0"), "k0"), None);
    }
}
