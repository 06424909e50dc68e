//! Text to tokens. Everything is a token: what cannot be one is the parser's to refuse.

use super::Span;

/// A token, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) span: Span,
    pub(super) what: What,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum What {
    Open,
    Close,
    /// `-` in front of something.
    Minus,
    /// A field's name; its colon belongs to the token.
    Field(String),
    /// A value or a word: what stands between blanks, quotation marks resolved.
    Word {
        text: String,
        quoted: bool,
    },
    /// Between values of a list.
    Comma,
    /// Opening quotation mark without a closing one; the text behind it.
    Unclosed(String),
}

/// Whether a word can stand without a field and without quotation marks.
pub(super) fn is_plain_word(text: &str) -> bool {
    let plain = |c: char| {
        !c.is_whitespace() && !c.is_control() && !matches!(c, '"' | '(' | ')' | ':' | ',')
    };
    !text.is_empty()
        && text.chars().all(plain)
        && !text.starts_with('-')
        && !matches!(text.to_ascii_lowercase().as_str(), "or" | "and" | "not")
}

/// A value as it must be written behind a field.
pub(super) fn quoted(text: &str) -> String {
    let plain =
        |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, '"' | '(' | ')' | ',');
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    let mut out = String::from("\"");
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            out.push('\\');
        }
        out.push(c);
    }
    out.push('"');
    out
}

pub(super) fn tokens(input: &str) -> Vec<Token> {
    let mut out: Vec<Token> = Vec::new();
    let mut at = 0;
    // Behind a field's colon or a comma a value is due: there `-` and `:` are characters as others.
    let mut value_due = false;
    while let Some(c) = input[at..].chars().next() {
        let start = at;
        if c.is_whitespace() {
            at += c.len_utf8();
            value_due = false;
            continue;
        }
        let mut push = |end: usize, what: What| out.push(Token { span: start..end, what });
        match c {
            '(' => {
                at += 1;
                push(at, What::Open);
                value_due = false;
            }
            ')' => {
                at += 1;
                push(at, What::Close);
                value_due = false;
            }
            ',' => {
                at += 1;
                push(at, What::Comma);
                value_due = true;
            }
            '-' if !value_due => {
                at += 1;
                push(at, What::Minus);
            }
            '"' => {
                let (text, end, closed) = string(input, at);
                at = end;
                push(
                    at,
                    if closed { What::Word { text, quoted: true } } else { What::Unclosed(text) },
                );
                value_due = false;
            }
            _ => {
                let rest = &input[at..];
                let stop = |c: char| {
                    c.is_whitespace()
                        || matches!(c, '"' | '(' | ')' | ',')
                        || (c == ':' && !value_due)
                };
                let end = rest.find(stop).map_or(input.len(), |n| at + n);
                if input[end..].starts_with(':') {
                    push(end + 1, What::Field(input[at..end].to_owned()));
                    at = end + 1;
                    value_due = true;
                } else {
                    push(end, What::Word { text: input[at..end].to_owned(), quoted: false });
                    at = end;
                    value_due = false;
                }
            }
        }
    }
    out
}

/// What stands in quotation marks from here; where it ends, and whether it does.
fn string(input: &str, start: usize) -> (String, usize, bool) {
    let mut text = String::new();
    let mut chars = input[start + 1..].char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return (text, start + 1 + at + 1, true),
            '\\' => match chars.next() {
                Some((_, c @ ('"' | '\\'))) => text.push(c),
                Some((_, c)) => {
                    text.push('\\');
                    text.push(c);
                }
                None => text.push('\\'),
            },
            c => text.push(c),
        }
    }
    (text, input.len(), false)
}
