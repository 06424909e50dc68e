//! Tokens to a tree.

use std::borrow::Cow;

use super::fields::{FIELDS, Field, FieldName, Takes, field};
use super::lex::{self, Token, What};
use super::range::{self, Wrong};
use super::{Expr, Filter, Is, Node, Span, Term, Test};
use crate::core::frame::Dir;
use crate::core::message::Kind;
use crate::core::protocol::nearest;
use crate::core::rules::{self, Severity};

/// Parentheses and signs inside of each other.
const DEEPEST: usize = 50;
/// Values in a filter: more would be a fault, or an attack.
const MOST: usize = 200;

/// Why a text is no filter.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}: {expected}")]
pub struct ParseError {
    /// The part at fault; empty where something is missing.
    pub span: Span,
    /// What is wrong.
    pub message: String,
    /// What may stand there.
    pub expected: String,
    /// What to write in place of the part at fault, where one can guess.
    pub suggestion: Option<String>,
}

type Result<T> = std::result::Result<T, ParseError>;

/// Reads a filter.
///
/// # Errors
/// Where it is not one, what was expected there, and a suggestion if there is one.
pub fn parse(input: &str) -> Result<Filter> {
    let tokens = lex::tokens(input);
    let mut parser = Parser { input, tokens, at: 0, depth: 0, values: 0 };
    if parser.tokens.is_empty() {
        return Ok(Filter { root: None });
    }
    let root = parser.any()?;
    match parser.peek() {
        None => Ok(Filter { root: Some(root) }),
        // Only a parenthesis that nothing opened ends the list early.
        Some(token) => Err(error(
            token.span.clone(),
            "a closing parenthesis without an opening one",
            "remove it, or put it in quotation marks",
            None,
        )),
    }
}

fn error(
    span: Span,
    message: impl Into<String>,
    expected: impl Into<String>,
    suggestion: Option<String>,
) -> ParseError {
    ParseError { span, message: message.into(), expected: expected.into(), suggestion }
}

struct Parser<'a> {
    input: &'a str,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    values: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at)
    }

    fn next(&mut self) -> Option<Token> {
        let token = self.tokens.get(self.at).cloned();
        self.at += 1;
        token
    }

    /// An unquoted word that connects terms.
    fn connective(&self) -> Option<&'static str> {
        match &self.peek()?.what {
            What::Word { text, quoted: false } => {
                ["or", "and", "not"].into_iter().find(|w| text.eq_ignore_ascii_case(w))
            }
            _ => None,
        }
    }

    fn any(&mut self) -> Result<Node> {
        let mut nodes = vec![self.all()?];
        while self.connective() == Some("or") {
            self.at += 1;
            nodes.push(self.all()?);
        }
        Ok(list(nodes, Expr::Any))
    }

    fn all(&mut self) -> Result<Node> {
        let mut nodes = vec![self.unary()?];
        loop {
            match (self.connective(), self.peek().map(|t| &t.what)) {
                (Some("or"), _) | (_, None | Some(What::Close)) => break,
                (Some("and"), _) => {
                    self.at += 1;
                    nodes.push(self.unary()?);
                }
                _ => nodes.push(self.unary()?),
            }
        }
        Ok(list(nodes, Expr::All))
    }

    fn unary(&mut self) -> Result<Node> {
        self.depth += 1;
        if self.depth > DEEPEST {
            let span = self.peek().map_or(self.end(), |t| t.span.clone());
            return Err(error(span, "nested too deeply", "write it with fewer parentheses", None));
        }
        let node = self.unary_inside();
        self.depth -= 1;
        node
    }

    fn unary_inside(&mut self) -> Result<Node> {
        match self.connective() {
            Some("not") => {
                let start = self.next().map_or(0, |t| t.span.start);
                return self.negated(start);
            }
            Some(word) => {
                let span = self.peek().map_or(self.end(), |t| t.span.clone());
                return Err(error(
                    span,
                    format!("`{word}` needs a term on both sides"),
                    format!("to search for the word, write \"{word}\""),
                    Some(format!("\"{word}\"")),
                ));
            }
            None => {}
        }
        let Some(token) = self.next() else {
            return Err(error(
                self.end(),
                "the filter ends too early",
                "a term like dir:agent",
                None,
            ));
        };
        match token.what {
            What::Minus => self.negated(token.span.start),
            What::Open => self.group(token.span),
            What::Close => Err(error(
                token.span,
                "nothing stands before the closing parenthesis",
                "a term like dir:agent",
                None,
            )),
            What::Comma => Err(error(
                token.span,
                "a comma stands between the values of a field",
                "kind:request,error; or put text in quotation marks",
                None,
            )),
            What::Unclosed(text) => Err(unclosed(token.span, &text)),
            What::Word { text, .. } => {
                self.count(&token.span)?;
                if text.is_empty() {
                    return Err(error(token.span, "an empty text", "text in the marks", None));
                }
                if matches!(self.peek(), Some(t) if t.what == What::Comma && t.span.start == token.span.end)
                {
                    return Err(self.text_with_commas(token.span.start));
                }
                let tests = vec![Test::Text(text)];
                let term = Term { field: FieldName::Text, tests };
                Ok(Node { span: token.span, expr: Expr::Term(term) })
            }
            What::Field(name) => self.term(&name, &token.span),
        }
    }

    fn text_with_commas(&self, start: usize) -> ParseError {
        let rest = &self.input[start..];
        let end = rest.find(char::is_whitespace).map_or(self.input.len(), |n| start + n);
        error(
            start..end,
            "a comma stands between the values of a field",
            "put the text in quotation marks",
            Some(lex::quoted(&self.input[start..end])),
        )
    }

    fn negated(&mut self, start: usize) -> Result<Node> {
        if self.peek().is_none() {
            return Err(error(
                start..self.input.len(),
                "nothing is turned round",
                "a term behind it, as in -kind:notification",
                None,
            ));
        }
        let inner = self.unary()?;
        Ok(Node { span: start..inner.span.end, expr: Expr::Not(Box::new(inner)) })
    }

    fn group(&mut self, open: Span) -> Result<Node> {
        let inner = self.any()?;
        match self.next() {
            Some(Token { what: What::Close, span }) => {
                Ok(Node { span: open.start..span.end, expr: inner.expr })
            }
            _ => Err(error(open, "a parenthesis that is not closed", "a `)` at the end", None)),
        }
    }

    fn count(&mut self, span: &Span) -> Result<()> {
        self.values += 1;
        if self.values > MOST {
            let message = format!("more than {MOST} values");
            return Err(error(span.clone(), message, "a shorter filter", None));
        }
        Ok(())
    }

    fn end(&self) -> Span {
        self.input.len()..self.input.len()
    }

    fn term(&mut self, name: &str, span: &Span) -> Result<Node> {
        let name_span = span.start..span.end - 1;
        let Some(field) = field(&name.to_ascii_lowercase()) else {
            return Err(self.no_field(name, name_span));
        };
        let mut tests = Vec::new();
        let mut end = span.end;
        loop {
            let value = match self.peek() {
                Some(t) if t.span.start == end => self.next(),
                _ => None,
            };
            match value {
                Some(Token { what: What::Word { text, quoted }, span }) => {
                    self.count(&span)?;
                    end = span.end;
                    tests.push(test(field, &text, quoted, span)?);
                }
                Some(Token { what: What::Unclosed(text), span }) => {
                    return Err(unclosed(span, &text));
                }
                Some(Token { what: What::Open, span }) => {
                    return Err(error(
                        span,
                        "a value cannot be in parentheses",
                        format!("a list: {}", field.examples[0]),
                        None,
                    ));
                }
                _ => {
                    let message = if tests.is_empty() {
                        format!("`{name}:` has no value")
                    } else {
                        "a value is missing behind the comma".to_owned()
                    };
                    return Err(error(span.start..end, message, expected(field), None));
                }
            }
            match self.peek() {
                Some(t) if t.what == What::Comma && t.span.start == end => {
                    end = t.span.end;
                    self.at += 1;
                }
                _ => break,
            }
        }
        let term = Term { field: field.name, tests };
        Ok(Node { span: span.start..end, expr: Expr::Term(term) })
    }

    fn no_field(&self, name: &str, span: Span) -> ParseError {
        let words = FIELDS.iter().map(|f| f.name.word());
        if let Some(near) = nearest(name, words).or_else(|| meant(name)) {
            let message = format!("no field `{name}`");
            return error(span, message, format!("did you mean `{near}`?"), Some(near.to_owned()));
        }
        // Perhaps it is a text that has a colon in it.
        let rest = &self.input[span.start..];
        let end = rest
            .find(|c: char| c.is_whitespace() || matches!(c, '(' | ')'))
            .map_or(self.input.len(), |n| span.start + n);
        let text = &self.input[span.start..end];
        let suggestion = if text.contains('"') { None } else { Some(format!("\"{text}\"")) };
        error(
            if suggestion.is_some() { span.start..end } else { span },
            format!("no field `{name}`"),
            "a field like dir: or method:, or text with a colon in quotation marks",
            suggestion,
        )
    }
}

/// Names that other tools have for our fields.
fn meant(name: &str) -> Option<&'static str> {
    Some(match name.to_ascii_lowercase().as_str() {
        "from" | "direction" | "sender" | "side" => "dir",
        "type" => "kind",
        "variant" | "sessionupdate" => "update",
        "severity" => "finding",
        "len" | "length" | "bytes" => "size",
        "duration" | "took" => "latency",
        "time" | "t" => "at",
        "n" | "number" => "frame",
        "body" | "contains" | "search" | "payload" => "text",
        "has" | "flag" => "is",
        _ => return None,
    })
}

fn unclosed(span: Span, text: &str) -> ParseError {
    error(
        span,
        "a quotation mark that is not closed",
        "another one behind the text",
        Some(lex::quoted(&format!("{text} ")).replace(" \"", "\"")),
    )
}

fn list(mut nodes: Vec<Node>, make: fn(Vec<Node>) -> Expr) -> Node {
    if nodes.len() == 1 {
        return nodes.remove(0);
    }
    let start = nodes.first().map_or(0, |n| n.span.start);
    let end = nodes.last().map_or(0, |n| n.span.end);
    Node { span: start..end, expr: make(nodes) }
}

/// What may stand behind the colon.
fn expected(field: &Field) -> String {
    let words =
        |words: &[(&str, &str)]| words.iter().map(|(w, _)| *w).collect::<Vec<_>>().join(", ");
    match field.takes {
        Takes::Words(list) => format!("one of {}", words(list)),
        Takes::WordsOrRule(list) => format!("one of {}, or the id of a rule", words(list)),
        Takes::Name => format!("a name, with * for any characters, as in {}", field.examples[0]),
        Takes::Beginning => format!("the beginning of an id, as in {}", field.examples[0]),
        Takes::Number(unit) => range::expected(unit).to_owned(),
        Takes::Text => format!("a value, as in {}", field.examples[0]),
    }
}

fn test(field: &Field, text: &str, quoted: bool, span: Span) -> Result<Test> {
    let wrong = |suggestion: Option<&str>| {
        let message = format!("`{}:` cannot be `{text}`", field.name.word());
        let expected = match suggestion {
            Some(near) => format!("did you mean `{near}`?"),
            None => expected(field),
        };
        error(span.clone(), message, expected, suggestion.map(ToOwned::to_owned))
    };
    if text.is_empty() && !quoted {
        return Err(wrong(None));
    }
    let word = text.to_ascii_lowercase();
    match field.takes {
        Takes::Words(words) => {
            let near = || nearest(&word, words.iter().map(|(w, _)| *w));
            match field.name {
                FieldName::Dir => match word.as_str() {
                    "client" | "c2a" => Ok(Test::Dir(Dir::ClientToAgent)),
                    "agent" | "a2c" => Ok(Test::Dir(Dir::AgentToClient)),
                    _ => Err(wrong(near())),
                },
                FieldName::Kind => kind(&word).map(Test::Kind).ok_or_else(|| wrong(near())),
                _ => Is::ALL
                    .into_iter()
                    .find(|is| is.word() == word)
                    .map(Test::Is)
                    .ok_or_else(|| wrong(near())),
            }
        }
        Takes::WordsOrRule(words) => match word.as_str() {
            "any" | "*" => Ok(Test::Severity(None)),
            "error" => Ok(Test::Severity(Some(Severity::Error))),
            "warning" => Ok(Test::Severity(Some(Severity::Warning))),
            "info" => Ok(Test::Severity(Some(Severity::Info))),
            _ if text.contains('/') => rule(text).ok_or_else(|| wrong(rules::near(text))),
            _ => Err(wrong(nearest(&word, words.iter().map(|(w, _)| *w)))),
        },
        Takes::Name if field.name == FieldName::Rule => {
            rule(text).ok_or_else(|| wrong(rules::near(text)))
        }
        Takes::Name | Takes::Beginning if text.is_empty() => Err(wrong(None)),
        Takes::Name | Takes::Beginning => Ok(Test::Name(text.to_owned())),
        Takes::Number(unit) => match range::bounds(text, unit) {
            Ok(bounds) => Ok(Test::Bounds(bounds)),
            Err(Wrong::Backwards) => {
                let turned = turned(text);
                Err(wrong(turned.as_deref()))
            }
            Err(Wrong::Bare) => {
                let over = format!(">{text}");
                Err(wrong(Some(over.as_str())))
            }
            Err(Wrong::Value) => Err(wrong(None)),
        },
        Takes::Text if field.name == FieldName::Id => Ok(Test::Id(text.to_owned())),
        Takes::Text if text.is_empty() => Err(wrong(None)),
        Takes::Text => Ok(Test::Text(text.to_owned())),
    }
}

fn turned(text: &str) -> Option<String> {
    let sign = if text.contains("..") { ".." } else { "-" };
    let (from, to) = text.split_once(sign)?;
    Some(format!("{to}{sign}{from}"))
}

fn kind(word: &str) -> Option<Kind> {
    [Kind::Request, Kind::Response, Kind::Error, Kind::Notification, Kind::Batch, Kind::Invalid]
        .into_iter()
        .find(|k| k.word() == word)
}

/// A rule's id, a group of rules, or a pattern. A recording may have findings of rules that this version does not know,
/// so a pattern is taken as it is.
fn rule(text: &str) -> Option<Test> {
    let is_one = rules::rule(text).is_some() || [rules::FAILED, rules::MISSING].contains(&text);
    let pattern: Cow<'_, str> = if text.contains('*') || is_one {
        Cow::Borrowed(text)
    } else if rules::RULES.iter().any(|r| r.group() == text) {
        Cow::Owned(format!("{text}/*"))
    } else {
        return None;
    };
    Some(Test::Name(pattern.into_owned()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn canonical(text: &str) -> String {
        parse(text).unwrap_or_else(|e| panic!("{text}: {e}")).to_string()
    }

    #[test]
    fn filters_have_a_canonical_form() {
        for (text, want) in [
            ("", ""),
            ("  ", ""),
            ("DIR:agent", "dir:agent"),
            ("dir:a2c,client", "dir:agent,client"),
            ("not kind:notification", "-kind:notification"),
            ("- dir:agent", "-dir:agent"),
            ("--dir:agent", "--dir:agent"),
            ("a AND b", "a b"),
            ("a b or c d", "(a b) or (c d)"),
            ("(a b) or (c d)", "(a b) or (c d)"),
            ("a (b or c)", "a (b or c)"),
            ("-(a or b)", "-(a or b)"),
            ("((a))", "a"),
            ("text:a", "a"),
            ("\"or\"", "text:or"),
            ("\"a b\"", "text:\"a b\""),
            ("\"\\\"\\\\\"", "text:\"\\\"\\\\\""),
            ("size:>64K latency:>2s", "size:>64k latency:>2s"),
            ("at:10s..20s", "at:10s..20s"),
            ("at:1:30..2:00", "at:90s..2m"),
            ("frame:100-200,7", "frame:100..200,7"),
            ("method:session/*", "method:session/*"),
            ("rule:json-rpc", "rule:json-rpc/*"),
            ("finding:json-rpc/batch", "finding:json-rpc/batch"),
            ("finding:*", "finding:any"),
            ("id:\"\"", "id:\"\""),
            ("id:-3", "id:-3"),
            ("tool-call", "tool-call"),
            ("is:unanswered", "is:unanswered"),
        ] {
            assert_eq!(canonical(text), want, "{text}");
            assert_eq!(canonical(want), want, "{text}");
        }
    }

    #[test]
    fn errors_say_where_and_what() {
        for (text, span, part, suggestion) in [
            ("metod:x", 0..5, "did you mean `method`?", Some("method")),
            ("from:agent", 0..4, "did you mean `dir`?", Some("dir")),
            ("see https://x", 4..13, "text with a colon", Some("\"https://x\"")),
            ("kind:reqest", 5..11, "did you mean `request`?", Some("request")),
            ("kind:x", 5..6, "one of request, response", None),
            ("dir:", 0..4, "one of agent, client", None),
            ("dir: agent", 0..4, "one of agent, client", None),
            ("kind:request,", 0..13, "one of request", None),
            ("latency:2s", 8..10, "did you mean `>2s`?", Some(">2s")),
            ("frame:9..3", 6..10, "did you mean `3..9`?", Some("3..9")),
            ("size:big", 5..8, "a size: >64k", None),
            ("(a", 0..1, "a `)` at the end", None),
            ("a)", 1..2, "remove it", None),
            ("()", 1..2, "a term like dir:agent", None),
            ("a or", 4..4, "a term like", None),
            ("or a", 0..2, "\"or\"", Some("\"or\"")),
            ("-", 0..1, "a term behind it", None),
            ("text:\"abc", 5..9, "another one behind", Some("\"abc\"")),
            ("a,b", 0..3, "quotation marks", Some("\"a,b\"")),
            ("rule:no-such", 5..12, "a name", None),
            ("finding:eror", 8..12, "did you mean `error`?", Some("error")),
            ("\"\"", 0..2, "text in the marks", None),
        ] {
            let e = parse(text).expect_err(text);
            assert_eq!(
                (e.span.clone(), e.suggestion.as_deref()),
                (span, suggestion),
                "{text}: {e}"
            );
            assert!(e.to_string().contains(part), "{text}: {e}");
        }
        assert!(parse(&"(".repeat(100_000)).is_err());
        assert!(parse(&"-".repeat(100_000)).is_err());
        assert!(parse(&"a ".repeat(1_000)).unwrap_err().message.contains("more than"));
    }

    #[test]
    fn a_suggestion_mends_its_fault() {
        for text in [
            "metod:x",
            "see https://x",
            "latency:2s",
            "frame:9..3",
            "text:\"abc",
            "a,b",
            "kind:reqest",
        ] {
            let e = parse(text).unwrap_err();
            let mut mended = text.to_owned();
            mended.replace_range(e.span, &e.suggestion.unwrap());
            assert!(parse(&mended).is_ok(), "{text} → {mended}");
        }
    }

    #[test]
    fn every_example_of_the_table_is_a_filter() {
        for field in FIELDS {
            assert!(!field.examples.is_empty());
            for example in field.examples {
                let filter = parse(example).unwrap_or_else(|e| panic!("{example}: {e}"));
                assert_eq!(filter.terms().next().map(|t| t.field), Some(field.name), "{example}");
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_a_filter_or_says_why(text in "[ -~]{0,40}|\\PC{0,20}") {
            match parse(&text) {
                Ok(filter) => {
                    let shown = filter.to_string();
                    let again = parse(&shown);
                    prop_assert!(again.is_ok(), "{text:?} → {shown:?}: {again:?}");
                    prop_assert_eq!(again.unwrap().to_string(), shown);
                }
                Err(e) => {
                    prop_assert!(text.is_char_boundary(e.span.start) && text.is_char_boundary(e.span.end));
                    prop_assert!(e.span.start <= e.span.end && e.span.end <= text.len());
                }
            }
        }

        #[test]
        fn likely_text_is_read(words in proptest::collection::vec(
            prop_oneof!["dir:agent|kind:error,batch|a|-|\\(|\\)|or|not|size:>1k|\"x y\"|id:\"\\\\\"\"|frame:1-|is:odd|,|:"],
            0..9,
        )) {
            let text = words.join(" ");
            if let Ok(filter) = parse(&text) {
                let shown = filter.to_string();
                prop_assert_eq!(parse(&shown).map(|f| f.to_string()), Ok(shown.clone()));
            }
        }
    }
}
