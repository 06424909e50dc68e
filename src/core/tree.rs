//! A JSON text as a tree, where that can be had in one pass, and quick look-ups in it.
//!
//! It knows nothing of messages. The tree is serde_json's; what is added is that a key that stands twice
//! in one object is noticed while the tree grows, so that a frame without oddities is read only once.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Values in one text; more are not held, since each takes many times the memory of its spelling.
pub const MOST: usize = 1 << 20;
/// Objects of up to this many members are searched from the front: hashing the key costs more.
const FEW: usize = 12;

/// Members for which a new object has room.
const USUAL: usize = 4;

/// A JSON text, parsed.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// Its value; of a key that stands twice the last one's.
    pub value: Value,
    /// Some object has a key twice.
    pub has_duplicates: bool,
}

/// Parses a text as `serde_json::Value` does; `None` where that refuses it, or if it holds more than [`MOST`]
/// values.
#[must_use]
pub fn parse(text: &[u8]) -> Option<Tree> {
    parse_up_to(text, MOST)
}

fn parse_up_to(text: &[u8], most: usize) -> Option<Tree> {
    let mut seen = Seen { room: most, twice: false };
    // Looked at once as a whole it is cheaper than text by text.
    let mut source = serde_json::Deserializer::from_str(std::str::from_utf8(text).ok()?);
    let value = Node { seen: &mut seen }.deserialize(&mut source).ok()?;
    source.end().ok()?;
    Some(Tree { value, has_duplicates: seen.twice })
}

/// A text with each half of a surrogate pair that stands alone replaced by U+FFFD, so that it can be parsed.
/// No byte moves.
#[must_use]
pub fn without_lone_surrogates(text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    let code = |at: usize| {
        let digits = text.get(at + 2..at + 6).and_then(|d| std::str::from_utf8(d).ok());
        let digits = digits.filter(|_| text[at..].starts_with(b"\\u"));
        digits.and_then(|d| u16::from_str_radix(d, 16).ok())
    };
    let mut at = 0;
    while let Some(next) = memchr::memchr(b'\\', &text[at..]) {
        at += next;
        at += match (code(at), code(at + 6)) {
            (Some(0xd800..=0xdbff), Some(0xdc00..=0xdfff)) => 12,
            (Some(0xd800..=0xdfff), _) => {
                out[at + 2..at + 6].copy_from_slice(b"fffd");
                6
            }
            (Some(_), _) => 6,
            (None, _) => 2,
        };
        if at >= text.len() {
            break;
        }
    }
    out
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
    seen: &'a mut Seen,
}

struct Seen {
    /// For how many more values there is room.
    room: usize,
    /// Some object has a key twice.
    twice: bool,
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Value, D::Error> {
        self.seen.room =
            self.seen.room.checked_sub(1).ok_or_else(|| D::Error::custom("too many"))?;
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
        while let Some(item) = items.next_element_seed(Node { seen: &mut *self.seen })? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut given: A) -> Result<Value, A::Error> {
        // Most objects have this many: room that need not grow.
        let mut members = Map::with_capacity(USUAL);
        while let Some(key) = given.next_key::<String>()? {
            let value = given.next_value_seed(Node { seen: &mut *self.seen })?;
            self.seen.twice |= members.insert(key, value).is_some();
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
    fn too_many_values_are_not_held() {
        assert!(parse_up_to(b"[1,[2],{\"a\":3}]", 6).is_some());
        assert!(parse_up_to(b"[1,[2],{\"a\":3}]", 5).is_none());
    }

    #[test]
    fn lone_surrogates_are_replaced_and_nothing_else() {
        let mended =
            |text: &str| String::from_utf8(without_lone_surrogates(text.as_bytes())).unwrap();
        assert_eq!(mended(r#""\ud800""#), r#""\ufffd""#);
        assert_eq!(mended(r#""\udc00\ud83d\ude00 \ud83d\n""#), r#""\ufffd\ud83d\ude00 \ufffd\n""#);
        for kept in [r#""\\ud800""#, r#""\u00e9""#, r#"{"a":"\\\\"}"#, "\"\\", "", r#""\u12"#] {
            assert_eq!(mended(kept), kept);
        }
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
