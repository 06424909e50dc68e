//! What may be typed next.

use super::fields::{FIELDS, FieldName, Takes, field};
use super::lex::{self, What};
use super::{Span, parse};
use crate::core::protocol::Protocol;
use crate::core::protocol::updates::UPDATES;
use crate::core::rules::RULES;

/// Names that occur in a recording, and are offered before those of the protocol.
#[derive(Debug, Clone, Default)]
pub struct Known {
    /// Methods.
    pub methods: Vec<String>,
    /// Variants of `session/update`.
    pub updates: Vec<String>,
    /// ACP sessions.
    pub sessions: Vec<String>,
    /// Rules with findings.
    pub rules: Vec<String>,
}

/// One thing that may be typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// What stands there when it is taken.
    pub text: String,
    /// What it is, in a few words.
    pub detail: String,
    /// More is to be typed behind it: a field without its value.
    pub open: bool,
}

/// What may be typed at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completions {
    /// The part that is replaced.
    pub span: Span,
    /// The choices, best first.
    pub items: Vec<Completion>,
}

/// Choices that are told.
const MOST: usize = 20;

/// What may be typed at byte `cursor` of a filter.
#[must_use]
pub fn complete(input: &str, cursor: usize, known: &Known) -> Completions {
    let mut cursor = cursor.min(input.len());
    while !input.is_char_boundary(cursor) {
        cursor -= 1;
    }
    let tokens = lex::tokens(&input[..cursor]);
    let last = tokens.last();
    let nothing = Completions { span: cursor..cursor, items: Vec::new() };
    // The field that the value at the cursor belongs to: back over the values and commas that touch.
    let mut edge = cursor;
    let mut value = cursor..cursor;
    let mut at_value = true;
    for token in tokens.iter().rev() {
        if token.span.end != edge {
            break;
        }
        edge = token.span.start;
        match &token.what {
            What::Field(name) => {
                return match field(&name.to_ascii_lowercase()) {
                    Some(field) => values(field.name, &input[value.clone()], value, known),
                    None => nothing,
                };
            }
            What::Comma => at_value = false,
            What::Word { quoted: false, .. } if at_value => value = token.span.clone(),
            What::Word { .. } => {}
            _ => break,
        }
    }
    match last {
        Some(token) if token.span.end == cursor => match &token.what {
            What::Word { text, quoted: false } => fields(text, token.span.clone()),
            What::Minus | What::Open => fields("", cursor..cursor),
            _ => nothing,
        },
        _ => fields("", cursor..cursor),
    }
}

fn fields(typed: &str, span: Span) -> Completions {
    let typed = typed.to_ascii_lowercase();
    let items = FIELDS
        .iter()
        .filter(|f| f.name.word().starts_with(&typed))
        .map(|f| Completion {
            text: format!("{}:", f.name.word()),
            detail: f.meaning.to_owned(),
            open: true,
        })
        .collect();
    Completions { span, items }
}

fn values(name: FieldName, typed: &str, span: Span, known: &Known) -> Completions {
    let Some(field) = FIELDS.iter().find(|f| f.name == name) else {
        return Completions { span, items: Vec::new() };
    };
    let mut all: Vec<(String, String)> = Vec::new();
    let words = |list: &'static [(&str, &str)]| {
        list.iter().map(|(word, meaning)| ((*word).to_owned(), (*meaning).to_owned()))
    };
    let here = |names: &[String]| -> Vec<(String, String)> {
        names.iter().map(|n| (n.clone(), "in this recording".to_owned())).collect()
    };
    match (field.takes, name) {
        (Takes::Words(list), _) => all.extend(words(list)),
        (Takes::WordsOrRule(list), _) => {
            all.extend(words(list));
            all.extend(here(&known.rules));
        }
        (_, FieldName::Method) => {
            all.extend(here(&known.methods));
            let methods = Protocol::v1().methods();
            all.extend(methods.map(|m| (m.name.to_owned(), m.purpose.to_owned())));
        }
        (_, FieldName::Update) => {
            all.extend(here(&known.updates));
            all.extend(UPDATES.iter().map(|u| (u.name.to_owned(), u.purpose.to_owned())));
        }
        (_, FieldName::Session) => all.extend(here(&known.sessions)),
        (_, FieldName::Rule) => {
            all.extend(here(&known.rules));
            all.extend(RULES.iter().map(|r| (r.id.to_owned(), r.requirement.to_owned())));
        }
        _ => {
            let shown = field.examples.iter().filter_map(|e| e.split_once(':'));
            all.extend(shown.map(|(_, v)| (v.to_owned(), "for example".to_owned())));
        }
    }
    let spelled = !matches!(field.takes, Takes::Words(_) | Takes::WordsOrRule(_))
        && !matches!(
            name,
            FieldName::Method | FieldName::Update | FieldName::Session | FieldName::Rule
        );
    let typed = typed.to_ascii_lowercase();
    let mut items: Vec<Completion> = Vec::new();
    // What begins so comes before what only has it in it.
    for inside in [false, true] {
        for (text, detail) in &all {
            let lower = text.to_ascii_lowercase();
            let fits = if inside {
                !lower.starts_with(&typed) && lower.contains(&typed)
            } else {
                lower.starts_with(&typed)
            };
            // Examples are spelled as they are to be typed: a comma in one divides a list.
            let text = if spelled { text.clone() } else { lex::quoted(text) };
            if fits && items.iter().all(|i| i.text != text) {
                items.push(Completion { text, detail: detail.clone(), open: false });
            }
        }
    }
    // A value that is complete as it stands needs no list of one.
    if items.len() == 1 && items[0].text.eq_ignore_ascii_case(&typed) {
        items.clear();
    }
    items.truncate(MOST);
    debug_assert!(items.iter().all(|i| name == FieldName::Id
        || parse(&format!("{}:{}", name.word(), i.text)).is_ok()
        || name == FieldName::Rule
        || name == FieldName::Finding));
    Completions { span, items }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> (Span, Vec<String>) {
        let cursor = text.find('|').unwrap();
        let known = Known {
            methods: vec!["_x/y".to_owned()],
            sessions: vec!["s 1".to_owned()],
            ..Known::default()
        };
        let got = complete(&text.replace('|', ""), cursor, &known);
        (got.span, got.items.into_iter().map(|i| i.text).collect())
    }

    #[test]
    fn what_is_offered_can_be_taken_wherever_the_cursor_stands() {
        for text in ["frame:10rame:..", "frame:1", "frame:\"", "at:1:", "size:>", "id:"] {
            for cursor in 0..=text.len() {
                let _ = complete(text, cursor, &Known::default());
            }
        }
    }

    #[test]
    fn fields_and_values_are_offered_where_they_may_stand() {
        assert_eq!(at("|").1.len(), FIELDS.len());
        assert_eq!(at("dir:agent |").1.len(), FIELDS.len());
        assert_eq!(at("me|"), (0..2, vec!["method:".to_owned()]));
        assert_eq!(at("-(ki|"), (2..4, vec!["kind:".to_owned()]));
        assert_eq!(at("kind:re|"), (5..7, vec!["request".to_owned(), "response".to_owned()]));
        assert_eq!(at("kind:error,no|"), (11..13, vec!["notification".to_owned()]));
        assert_eq!(at("kind:re| dir:agent").0, 5..7);
        assert_eq!(at("kind:request|").1, Vec::<String>::new());
        assert_eq!(at("method:|").1[0], "_x/y");
        assert!(at("method:permission|").1.contains(&"session/request_permission".to_owned()));
        assert_eq!(at("session:|").1, ["\"s 1\""]);
        assert_eq!(at("size:|").1, [">64k", "1k..2k"]);
        assert_eq!(at("nofield:x|").1, Vec::<String>::new());
        assert_eq!(at("\"open |").1, Vec::<String>::new());
        assert_eq!(complete("ä", 1, &Known::default()).span, 0..0);
    }
}
