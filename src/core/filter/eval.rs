//! One frame in memory: does it pass?

use super::text::Needle;
use super::{Expr, FieldName, Filter, Is, Node, Term, Test};
use crate::core::frame::Dir;
use crate::core::message::Kind;
use crate::core::rules::Severity;

/// What is known of a frame, or of one message inside of a batch.
#[derive(Debug, Clone, Default)]
pub struct Part<'a> {
    /// JSON-RPC kind.
    pub kind: Kind,
    /// The method, or that of the request that it answers.
    pub method: Option<&'a str>,
    /// The sessionUpdate.
    pub update: Option<&'a str>,
    /// The id as JSON.
    pub id: Option<&'a str>,
    /// The ACP session.
    pub session: Option<&'a str>,
    /// It has another half.
    pub paired: bool,
    /// Nanoseconds between the two.
    pub latency: Option<u64>,
}

/// A finding, as far as filters ask for it.
#[derive(Debug, Clone, Copy)]
pub struct FoundBy<'a> {
    /// The rule's id.
    pub rule: &'a str,
    /// How much it weighs.
    pub severity: Severity,
}

/// A frame with all that a filter may ask for.
#[derive(Debug, Clone)]
pub struct Facts<'a> {
    /// Its number.
    pub number: u32,
    /// When its last byte was read, nanoseconds from the start.
    pub t: u64,
    /// The same of the frame before it.
    pub before: Option<u64>,
    /// Its direction.
    pub dir: Dir,
    /// Bytes.
    pub size: u64,
    /// A line feed followed.
    pub terminated: bool,
    /// Something is odd about its form.
    pub odd: bool,
    /// The user has bookmarked it.
    pub marked: bool,
    /// The frame as a message.
    pub message: Part<'a>,
    /// The messages of a batch.
    pub batch: Vec<Part<'a>>,
    /// The findings about it.
    pub findings: Vec<FoundBy<'a>>,
    /// Its bytes.
    pub raw: &'a [u8],
}

/// Whether a name fits a pattern: `*` stands for any run of characters, none among them; all others for
/// themselves.
#[must_use]
pub fn fits(pattern: &str, name: &str) -> bool {
    let Some((first, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(mut name) = name.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = rest.split('*').collect();
    let last = parts.pop().unwrap_or("");
    for part in parts {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(last)
}

/// Whether an ACP session fits: its id begins so, or fits a pattern.
#[must_use]
pub fn begins(pattern: &str, id: &str) -> bool {
    if pattern.contains('*') { fits(pattern, id) } else { id.starts_with(pattern) }
}

/// Whether the id of a message, in JSON, is the one that is meant.
#[must_use]
pub fn same_id(wanted: &str, json: &str) -> bool {
    json == wanted || serde_json::from_str::<String>(json).is_ok_and(|text| text == wanted)
}

impl Filter {
    /// Whether a frame passes.
    #[must_use]
    pub fn matches(&self, frame: &Facts<'_>) -> bool {
        self.root.as_ref().is_none_or(|root| root.matches(frame))
    }
}

impl Node {
    /// Whether this part holds for a frame.
    #[must_use]
    pub fn matches(&self, frame: &Facts<'_>) -> bool {
        match &self.expr {
            Expr::Term(term) => term.tests.iter().any(|test| term.holds(test, frame)),
            Expr::Not(node) => !node.matches(frame),
            Expr::All(nodes) => nodes.iter().all(|n| n.matches(frame)),
            Expr::Any(nodes) => nodes.iter().any(|n| n.matches(frame)),
        }
    }
}

impl Term {
    fn holds(&self, test: &Test, frame: &Facts<'_>) -> bool {
        let part =
            |fits: &dyn Fn(&Part<'_>) -> bool| fits(&frame.message) || frame.batch.iter().any(fits);
        match (self.field, test) {
            (_, Test::Dir(dir)) => frame.dir == *dir,
            (_, Test::Kind(kind)) => part(&|p| p.kind == *kind),
            (FieldName::Method, Test::Name(name)) => {
                part(&|p| p.method.is_some_and(|m| fits(name, m)))
            }
            (FieldName::Update, Test::Name(name)) => {
                part(&|p| p.update.is_some_and(|u| fits(name, u)))
            }
            (FieldName::Session, Test::Name(name)) => {
                part(&|p| p.session.is_some_and(|s| begins(name, s)))
            }
            // `finding:` with a rule's id, and `rule:`.
            (_, Test::Name(name)) => frame.findings.iter().any(|f| fits(name, f.rule)),
            (_, Test::Severity(severity)) => {
                frame.findings.iter().any(|f| severity.is_none_or(|s| s == f.severity))
            }
            (_, Test::Id(id)) => part(&|p| p.id.is_some_and(|json| same_id(id, json))),
            (FieldName::Latency, Test::Bounds(b)) => {
                part(&|p| p.latency.is_some_and(|l| b.hold(l)))
            }
            (FieldName::Gap, Test::Bounds(b)) => {
                frame.before.is_some_and(|t| b.hold(frame.t.saturating_sub(t)))
            }
            (FieldName::At, Test::Bounds(b)) => b.hold(frame.t),
            (FieldName::Frame, Test::Bounds(b)) => b.hold(u64::from(frame.number)),
            (_, Test::Bounds(b)) => b.hold(frame.size),
            (_, Test::Text(text)) => Needle::new(text).is_in(frame.raw),
            (_, Test::Is(is)) => match is {
                Is::Unanswered => part(&|p| p.kind == Kind::Request && !p.paired),
                Is::Odd => frame.odd,
                Is::Unterminated => !frame.terminated,
                Is::Marked => frame.marked,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn patterns_stand_for_any_run() {
        for (pattern, name, want) in [
            ("session/*", "session/prompt", true),
            ("*prompt", "session/prompt", true),
            ("s*p*t", "session/prompt", true),
            ("*", "", true),
            ("a*a", "a", false),
            ("a*b*b", "ab", false),
            ("**x", "x", true),
            ("session", "session/prompt", false),
        ] {
            assert_eq!(fits(pattern, name), want, "{pattern} {name}");
        }
        assert!(begins("044", "044ef") && !begins("44", "044ef") && begins("*4ef", "044ef"));
        assert!(same_id("3", "3") && same_id("3", "\"3\"") && same_id("\"3\"", "\"3\""));
        assert!(!same_id("\"3\"", "3"));
    }

    #[test]
    fn a_frame_passes_or_not() {
        let frame = Facts {
            number: 7,
            t: 5_000_000_000,
            before: Some(3_000_000_000),
            dir: Dir::AgentToClient,
            size: 70_000,
            terminated: true,
            odd: false,
            marked: true,
            message: Part {
                kind: Kind::Request,
                method: Some("session/request_permission"),
                id: Some("3"),
                session: Some("abc"),
                ..Part::default()
            },
            batch: Vec::new(),
            findings: vec![FoundBy { rule: "permission/no-options", severity: Severity::Error }],
            raw: br#"{"title":"Delete?"}"#,
        };
        let yes = "dir:agent kind:request method:session/* id:3 session:ab finding:error rule:permission \
                   size:>64k gap:2s..3s at:5s.. frame:1-9 delete is:unanswered is:marked -is:odd";
        let filter = parse(yes).unwrap();
        for node in filter.conjuncts() {
            assert!(node.matches(&frame), "{node}");
        }
        for no in [
            "dir:client",
            "latency:>0s",
            "finding:info",
            "update:*",
            "text:undelete",
            "is:unterminated",
        ] {
            assert!(!parse(no).unwrap().matches(&frame), "{no}");
        }
    }
}
