//! A JSON text as a tree that borrows from it, had in one pass.
//!
//! It knows nothing of messages. What is JSON and what not is for serde_json to say; the tree is our own,
//! so that little is copied, and a key that stands twice in one object is noticed while it grows.

mod members;
mod value;

use std::borrow::Cow;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Number;

pub use members::{Iter, Members};
pub use value::Value;

/// Values in one text; more are not held, since each takes many times the memory of its spelling.
pub const MOST: usize = 1 << 20;

/// A JSON text, parsed.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree<'a> {
    /// Its value; of a key that stands twice the last one's.
    pub value: Value<'a>,
    /// Some object has a key twice.
    pub has_duplicates: bool,
}

/// Parses a text as `serde_json::Value` does; `None` where that refuses it, or if it holds more than [`MOST`]
/// values.
#[must_use]
pub fn parse(text: &[u8]) -> Option<Tree<'_>> {
    parse_up_to(text, MOST)
}

fn parse_up_to(text: &[u8], most: usize) -> Option<Tree<'_>> {
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

/// Builds the value that comes next.
struct Node<'s> {
    seen: &'s mut Seen,
}

struct Seen {
    /// For how many more values there is room.
    room: usize,
    /// Some object has a key twice.
    twice: bool,
}

impl<'de> DeserializeSeed<'de> for Node<'_> {
    type Value = Value<'de>;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Value<'de>, D::Error> {
        self.seen.room =
            self.seen.room.checked_sub(1).ok_or_else(|| D::Error::custom("too many"))?;
        source.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Node<'_> {
    type Value = Value<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value<'de>, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value<'de>, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value<'de>, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value<'de>, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::String(Cow::Borrowed(text)))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::String(Cow::Owned(text.to_owned())))
    }

    fn visit_unit<E: Error>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Node { seen: &mut *self.seen })? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut given: A) -> Result<Value<'de>, A::Error> {
        let mut list = Vec::new();
        while let Some(key) = given.next_key_seed(Key)? {
            let value = given.next_value_seed(Node { seen: &mut *self.seen })?;
            list.push((key, value));
        }
        let (members, twice) = Members::new(list);
        self.seen.twice |= twice;
        Ok(Value::Object(members))
    }
}

/// Reads a key.
struct Key;

impl<'de> DeserializeSeed<'de> for Key {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, source: D) -> Result<Cow<'de, str>, D::Error> {
        source.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Key {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key")
    }

    fn visit_borrowed_str<E: Error>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text.to_owned()))
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
            let theirs = serde_json::from_str::<serde_json::Value>(&text).ok();
            let ours = parse(text.as_bytes()).map(|tree| tree.value);
            // Spelled out, too: the members' order is no part of what makes two objects equal.
            prop_assert_eq!(
                ours.as_ref().map(Value::to_string),
                theirs.as_ref().map(serde_json::Value::to_string)
            );
            prop_assert_eq!(ours.map(|value| value.to_json()), theirs);
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
    fn what_stands_unescaped_is_borrowed() {
        let text = br#"{"plain":"text","esc\u0061ped":"a\nb","list":["one"]}"#;
        let Value::Object(members) = parse(text).unwrap().value else { unreachable!() };
        let borrowed =
            |value: Option<&Value<'_>>| matches!(value, Some(Value::String(Cow::Borrowed(_))));
        let owned = |value: Option<&Value<'_>>| matches!(value, Some(Value::String(Cow::Owned(_))));
        assert!(borrowed(members.get("plain")) && owned(members.get("escaped")));
        assert!(borrowed(members.get("list").and_then(|list| list.as_array()?.first())));
        let inside = |key: &str| text.as_ptr_range().contains(&key.as_ptr());
        assert_eq!(members.keys().map(inside).collect::<Vec<_>>(), [true, false, true]);
    }

    #[test]
    fn it_is_no_deeper_than_serde_json_goes() {
        let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
        for depth in [1, 127, 128, 100_000] {
            let theirs = serde_json::from_str::<serde_json::Value>(&nested(depth)).is_ok();
            assert_eq!(parse(nested(depth).as_bytes()).is_some(), theirs, "{depth}");
            let objects = "{\"a\":".repeat(depth) + "1" + &"}".repeat(depth);
            assert_eq!(parse(objects.as_bytes()).is_some(), theirs, "{depth}");
        }
    }
}
