//! The string literals of a JSON text, each with what surrounds it.
//!
//! Lexical only: what is no JSON is still walked as far as its strings and brackets can be told apart, so that
//! redaction changes the inside of strings and not one byte besides.

use std::borrow::Cow;
use std::ops::Range;

/// A string in a JSON text.
#[derive(Debug)]
pub(super) struct Literal<'a> {
    /// Where it stands, quotes included.
    pub(super) span: Range<usize>,
    /// What it says. Where its escapes mean nothing, as it is written.
    pub(super) text: Cow<'a, str>,
    /// The text is as it is written, escapes and all.
    pub(super) verbatim: bool,
    pub(super) role: Role,
    /// The object or array that it stands in.
    pub(super) inside: usize,
}

/// Numbers are places in [`Text::literals`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The name of a member.
    Name,
    /// The value of the member with this name.
    Member(usize),
    /// An item of an array, behind this string if the item before it is one.
    Item(Option<usize>),
    /// All of the text.
    Alone,
}

/// An object or array.
#[derive(Debug)]
pub(super) struct Container {
    pub(super) parent: usize,
    /// The name of the member whose value it is, directly or as an item of that member's array.
    pub(super) name: Option<usize>,
    /// The literals that stand in it, those further inside among them.
    literals: Range<usize>,
    is_array: bool,
    /// The name of the member that comes next, or the string item that came last.
    last: Option<usize>,
    awaits_name: bool,
}

/// A text, taken apart. Container 0 is what surrounds all.
#[derive(Debug)]
pub(super) struct Text<'a> {
    pub(super) literals: Vec<Literal<'a>>,
    pub(super) containers: Vec<Container>,
}

impl Text<'_> {
    /// The string value of the member of this name in a container.
    pub(super) fn member(&self, container: usize, name: &str) -> Option<&str> {
        let within = self.containers[container].literals.clone();
        self.literals.get(within)?.iter().find_map(|l| match l.role {
            Role::Member(n) if l.inside == container && self.literals[n].text == name => {
                Some(&*l.text)
            }
            _ => None,
        })
    }

    /// The name of a member, or of the array's member for an item of it.
    pub(super) fn name_of(&self, container: usize) -> Option<&str> {
        self.containers[container].name.map(|n| &*self.literals[n].text)
    }

    /// The names on the way to a literal, from the outside, the last five of them.
    pub(super) fn path(&self, literal: &Literal<'_>) -> Vec<&str> {
        let mut path = Vec::new();
        if let Role::Member(n) = literal.role {
            path.push(&*self.literals[n].text);
        }
        let mut at = literal.inside;
        while at != 0 && path.len() < 5 {
            let parent = self.containers[at].parent;
            // An item of an array has the array's name, which counts once.
            if let Some(name) = self.name_of(at)
                && !self.containers[parent].is_array
            {
                path.push(name);
            }
            at = parent;
        }
        path.reverse();
        path
    }
}

/// Takes a text apart; `None` when strings and brackets do not match up.
pub(super) fn literals(raw: &[u8]) -> Option<Text<'_>> {
    let outer = Container {
        parent: 0,
        name: None,
        literals: 0..0,
        is_array: true,
        last: None,
        awaits_name: false,
    };
    let mut all = Text { literals: Vec::new(), containers: vec![outer] };
    let mut at = 0;
    let mut inside = 0;
    while at < raw.len() {
        match raw[at] {
            b'"' => {
                let end = string_end(raw, at)?;
                add(&mut all, inside, raw, at..end)?;
                at = end;
                continue;
            }
            open @ (b'{' | b'[') => {
                let place = &all.containers[inside];
                let name = if place.is_array { place.name } else { place.last };
                let is_array = open == b'[';
                let first = all.literals.len();
                let new = Container {
                    parent: inside,
                    name,
                    literals: first..first,
                    is_array,
                    last: None,
                    awaits_name: !is_array,
                };
                all.containers[inside].last = None;
                inside = all.containers.len();
                all.containers.push(new);
            }
            close @ (b'}' | b']') => {
                let place = &all.containers[inside];
                if inside == 0 || place.is_array != (close == b']') {
                    return None;
                }
                let parent = place.parent;
                all.containers[inside].literals.end = all.literals.len();
                inside = parent;
            }
            b',' => {
                let place = &mut all.containers[inside];
                if !place.is_array {
                    place.awaits_name = true;
                    place.last = None;
                }
            }
            b' ' | b'\t' | b'\r' | b'\n' | b':' => {}
            // A text with strings in it.
            b'-' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' if inside == 0 => return None,
            // A number or a word: the string before it is not the item before the next one.
            _ if all.containers[inside].is_array => all.containers[inside].last = None,
            _ => {}
        }
        at += 1;
    }
    (inside == 0).then_some(all)
}

fn add<'a>(all: &mut Text<'a>, inside: usize, raw: &'a [u8], span: Range<usize>) -> Option<()> {
    let number = all.literals.len();
    let place = &mut all.containers[inside];
    let role = match (place.is_array, place.awaits_name, place.last) {
        (true, ..) => {
            let before = place.last.replace(number);
            if inside == 0 { Role::Alone } else { Role::Item(before) }
        }
        (false, true, _) => {
            place.awaits_name = false;
            place.last = Some(number);
            Role::Name
        }
        (false, false, Some(name)) => Role::Member(name),
        (false, false, None) => return None,
    };
    let literal = &raw[span.clone()];
    let written = std::str::from_utf8(&literal[1..literal.len() - 1]).ok()?;
    let (text, verbatim) = if !written.contains('\\') {
        (Cow::Borrowed(written), false)
    } else {
        match serde_json::from_slice::<String>(literal) {
            Ok(text) => (Cow::Owned(text), false),
            Err(_) => (Cow::Borrowed(written), true),
        }
    };
    all.literals.push(Literal { span, text, verbatim, role, inside });
    Some(())
}

/// Behind the closing quote of the string that opens at `at`.
fn string_end(raw: &[u8], at: usize) -> Option<usize> {
    let mut from = at + 1;
    loop {
        let found = from + memchr::memchr2(b'"', b'\\', raw.get(from..)?)?;
        if raw[found] == b'"' {
            return Some(found + 1);
        }
        from = found + 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_string_knows_where_it_stands() {
        let text = literals(
            br#"{"a":["x","--k","v",1,"w"],"b":{"name":"n","value":"\u00e9"},"c":[{"d":"e"}]}"#,
        )
        .unwrap();
        let find = |t: &str| text.literals.iter().find(|l| l.text == t).unwrap();
        let before = |t: &str| match find(t).role {
            Role::Item(before) => before.map(|b| text.literals[b].text.to_string()),
            _ => panic!("{t}"),
        };
        assert_eq!(before("x"), None);
        assert_eq!(before("v").as_deref(), Some("--k"));
        assert_eq!(before("w"), None);
        assert_eq!(text.path(find("é")), ["b", "value"]);
        assert_eq!(text.member(find("é").inside, "name"), Some("n"));
        assert_eq!(text.path(find("e")), ["c", "d"]);
        assert_eq!(find("c").role, Role::Name);
    }

    #[test]
    fn what_does_not_match_up_is_no_json() {
        for bad in [r#"{"a"#, r#"{"a":"b"]"#, "[", "}", r#"{"a":"b" "c"#, "\"\\\"", "\"\\"] {
            assert!(literals(bad.as_bytes()).is_none(), "{bad}");
        }
        assert!(literals(b"").unwrap().literals.is_empty());
        assert!(literals(br#"{"a":"b",}"#).is_some());
        // A lone surrogate: as it is written.
        assert!(literals(br#""\ud800x""#).unwrap().literals[0].verbatim);
    }
}
