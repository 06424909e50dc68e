//! The filter language: one line of text that says which frames to show.
//!
//! This comment is the reference for those who use it; `docs/filter.md` is the same with a table of all fields,
//! generated from [`FIELDS`].
//!
//! A filter is a list of terms. A term is a field with a value, `dir:agent`, or a word to be found in the text of
//! the frame. Terms that stand side by side must all hold; `or` lets one of two be enough; `-` or `not` in front of a
//! term turns it round; parentheses group. `or` binds less than standing side by side, so
//! `dir:agent kind:error or is:odd` are the agent's errors, and whatever is odd.
//!
//! A value may be a list: `kind:request,error` are requests and errors. Names may have `*` for any run of characters:
//! `method:session/*`. A value with blanks, commas, or parentheses is put in quotation marks: `text:"not found"`;
//! inside of them `\"` is a quotation mark and `\\` a backslash. Words and text are found wherever they stand, in
//! upper or lower case, as they were sent or with the escapes of JSON resolved. Numbers take a comparison or a
//! range: `size:>64k`, `frame:100..200`; sizes know `k`, `M` and `G` (thousands), times `us`, `ms`, `s`, `m` and `h`, and moments may
//! be written as the page shows them, `at:1:30..2:00`.
//!
//! A batch matches a term when one of the messages inside of it does.
//!
//! The language is defined here, for the page, its API and the command line. [`Filter::matches`] decides on a frame in
//! memory; the store makes SQL of the same tree, and a test holds the two together.

mod complete;
pub mod eval;
mod fields;
mod lex;
mod parse;
mod range;
pub mod reference;
pub mod text;

use std::fmt;
use std::ops;

pub use complete::{Completion, Completions, Known, complete};
pub use eval::{Facts, FoundBy, Part};
pub use fields::{FIELDS, Field, FieldName, Takes, field};
pub use parse::{ParseError, parse};
pub use range::{Bounds, Unit};

use super::frame::Dir;
use super::message::Kind;
use super::rules::Severity;

/// A place in the text of a filter, in bytes.
pub type Span = ops::Range<usize>;

/// A filter that was understood.
#[derive(Debug, Clone)]
pub struct Filter {
    /// What must hold; `None` for the empty filter, which all frames pass.
    pub root: Option<Node>,
}

/// A part of a filter, and where it stands.
#[derive(Debug, Clone)]
pub struct Node {
    /// Where.
    pub span: Span,
    /// What.
    pub expr: Expr,
}

/// The parts that a filter is made of.
#[derive(Debug, Clone)]
pub enum Expr {
    /// One field, or words.
    Term(Term),
    /// What must not hold.
    Not(Box<Node>),
    /// Two or more that must all hold.
    All(Vec<Node>),
    /// Two or more of which one must hold.
    Any(Vec<Node>),
}

/// A field with the values of which one must fit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// The field; words without one are of the field `text`.
    pub field: FieldName,
    /// One or more.
    pub tests: Vec<Test>,
}

/// One value of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Test {
    /// The direction.
    Dir(Dir),
    /// The kind.
    Kind(Kind),
    /// A name, with `*` for any run of characters.
    Name(String),
    /// The text of an id, with or without the quotation marks that a string has.
    Id(String),
    /// Findings of this severity; `None` for any finding at all.
    Severity(Option<Severity>),
    /// Numbers: bytes, nanoseconds or frame numbers.
    Bounds(Bounds),
    /// Text that must occur.
    Text(String),
    /// A state.
    Is(Is),
}

/// What a frame may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Is {
    /// A request without a response.
    Unanswered,
    /// Odd in its form.
    Odd,
    /// Without a line end.
    Unterminated,
    /// Bookmarked by the user.
    Marked,
}

impl Is {
    /// All of them.
    pub const ALL: [Is; 4] = [Is::Unanswered, Is::Odd, Is::Unterminated, Is::Marked];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Is::Unanswered => "unanswered",
            Is::Odd => "odd",
            Is::Unterminated => "unterminated",
            Is::Marked => "marked",
        }
    }

    /// What it means.
    #[must_use]
    pub fn meaning(self) -> &'static str {
        match self {
            Is::Unanswered => "a request that has no response so far",
            Is::Odd => "something is odd about its form",
            Is::Unterminated => "no line end followed",
            Is::Marked => "bookmarked",
        }
    }
}

impl Filter {
    /// All frames pass.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.root.is_none()
    }

    /// The terms that must all hold: those of a list, or the one that there is.
    #[must_use]
    pub fn conjuncts(&self) -> Vec<&Node> {
        match &self.root {
            None => Vec::new(),
            Some(Node { expr: Expr::All(nodes), .. }) => nodes.iter().collect(),
            Some(node) => vec![node],
        }
    }

    /// All terms, wherever they stand.
    pub fn terms(&self) -> impl Iterator<Item = &Term> {
        let mut open: Vec<&Node> = self.root.iter().collect();
        std::iter::from_fn(move || {
            loop {
                match &open.pop()?.expr {
                    Expr::Term(term) => return Some(term),
                    Expr::Not(node) => open.push(node),
                    Expr::All(nodes) | Expr::Any(nodes) => open.extend(nodes),
                }
            }
        })
    }

    /// Whether a frame that has once been looked at may fit later, or no longer: answers and findings come after
    /// the frames that they are about, and people set bookmarks.
    #[must_use]
    pub fn may_change(&self) -> bool {
        self.terms().any(|t| match t.field {
            FieldName::Latency | FieldName::Finding | FieldName::Rule => true,
            FieldName::Is => {
                t.tests.iter().any(|t| matches!(t, Test::Is(Is::Unanswered | Is::Marked)))
            }
            _ => false,
        })
    }

    /// The texts that are looked for, to be shown where they were found. What must not occur is left out.
    #[must_use]
    pub fn searched(&self) -> Vec<&str> {
        fn of<'a>(node: &'a Node, out: &mut Vec<&'a str>) {
            match &node.expr {
                Expr::Term(term) => out.extend(term.tests.iter().filter_map(|t| match t {
                    Test::Text(text) => Some(text.as_str()),
                    _ => None,
                })),
                Expr::Not(_) => {}
                Expr::All(nodes) | Expr::Any(nodes) => nodes.iter().for_each(|n| of(n, out)),
            }
        }
        let mut out = Vec::new();
        if let Some(root) = &self.root {
            of(root, &mut out);
        }
        out
    }
}

/// The canonical form: it is read as the same filter again.
impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.root {
            None => Ok(()),
            Some(root) => write_node(f, root, false),
        }
    }
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_node(f, self, false)
    }
}

fn write_node(f: &mut fmt::Formatter<'_>, node: &Node, inside: bool) -> fmt::Result {
    match &node.expr {
        Expr::Term(term) => write!(f, "{term}"),
        Expr::Not(node) => {
            f.write_str("-")?;
            write_node(f, node, true)
        }
        Expr::All(nodes) => write_list(f, nodes, " ", inside),
        Expr::Any(nodes) => write_list(f, nodes, " or ", inside),
    }
}

fn write_list(
    f: &mut fmt::Formatter<'_>,
    nodes: &[Node],
    between: &str,
    inside: bool,
) -> fmt::Result {
    if inside {
        f.write_str("(")?;
    }
    for (i, node) in nodes.iter().enumerate() {
        if i > 0 {
            f.write_str(between)?;
        }
        write_node(f, node, true)?;
    }
    if inside {
        f.write_str(")")?;
    }
    Ok(())
}

impl fmt::Display for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (FieldName::Text, [Test::Text(text)]) = (self.field, &self.tests[..])
            && lex::is_plain_word(text)
        {
            return f.write_str(text);
        }
        write!(f, "{}:", self.field.word())?;
        for (i, test) in self.tests.iter().enumerate() {
            if i > 0 {
                f.write_str(",")?;
            }
            match test {
                Test::Dir(Dir::ClientToAgent) => f.write_str("client")?,
                Test::Dir(Dir::AgentToClient) => f.write_str("agent")?,
                Test::Kind(kind) => f.write_str(kind.word())?,
                Test::Name(text) | Test::Id(text) | Test::Text(text) => {
                    f.write_str(&lex::quoted(text))?;
                }
                Test::Severity(severity) => f.write_str(severity.map_or("any", Severity::word))?,
                Test::Bounds(bounds) => write!(f, "{}", bounds.shown(self.field.unit()))?,
                Test::Is(is) => f.write_str(is.word())?,
            }
        }
        Ok(())
    }
}
