//! The fields, as data: the parser, the completion and the reference read this table.

use super::range::Unit;

/// A field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "FIELDS tells what each is")]
pub enum FieldName {
    Dir,
    Kind,
    Method,
    Update,
    Id,
    Session,
    Finding,
    Rule,
    Size,
    Latency,
    Gap,
    At,
    Frame,
    Text,
    Is,
}

impl FieldName {
    /// How it is written.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            FieldName::Dir => "dir",
            FieldName::Kind => "kind",
            FieldName::Method => "method",
            FieldName::Update => "update",
            FieldName::Id => "id",
            FieldName::Session => "session",
            FieldName::Finding => "finding",
            FieldName::Rule => "rule",
            FieldName::Size => "size",
            FieldName::Latency => "latency",
            FieldName::Gap => "gap",
            FieldName::At => "at",
            FieldName::Frame => "frame",
            FieldName::Text => "text",
            FieldName::Is => "is",
        }
    }

    /// What its numbers count.
    #[must_use]
    pub(super) fn unit(self) -> Unit {
        match self {
            FieldName::Size => Unit::Bytes,
            FieldName::Latency | FieldName::Gap | FieldName::At => Unit::Time,
            _ => Unit::Count,
        }
    }
}

/// What a field takes as its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    /// One of these words.
    Words(&'static [(&'static str, &'static str)]),
    /// A name, `*` for any run of characters.
    Name,
    /// The beginning of a name, or a name with `*`.
    Beginning,
    /// One of these words, or the id of a rule.
    WordsOrRule(&'static [(&'static str, &'static str)]),
    /// A number with a comparison, or a range.
    Number(Unit),
    /// Any text.
    Text,
}

/// A field as people are told of it.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// Which.
    pub name: FieldName,
    /// What it takes.
    pub takes: Takes,
    /// What it asks for, in a few words.
    pub meaning: &'static str,
    /// Terms as people write them.
    pub examples: &'static [&'static str],
}

/// The field of this exact name.
#[must_use]
pub fn field(word: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|f| f.name.word() == word)
}

/// All fields, in the order of the reference.
#[rustfmt::skip]
pub const FIELDS: &[Field] = &[
    Field { name: FieldName::Dir, takes: Takes::Words(&[
            ("agent", "sent by the agent"), ("client", "sent by the client"),
        ]),
        meaning: "who sent it", examples: &["dir:agent"] },
    Field { name: FieldName::Kind, takes: Takes::Words(&[
            ("request", "has a method and an id"), ("response", "answers a request"),
            ("error", "answers a request with an error"), ("notification", "has a method and no id"),
            ("batch", "an array of messages"), ("invalid", "not a JSON-RPC message"),
        ]),
        meaning: "what it is in JSON-RPC", examples: &["kind:request", "kind:error,invalid"] },
    Field { name: FieldName::Method, takes: Takes::Name,
        meaning: "the method; of a response, that of the request that it answers", examples: &["method:session/prompt", "method:session/*"] },
    Field { name: FieldName::Update, takes: Takes::Name,
        meaning: "the variant of a `session/update`", examples: &["update:tool_call*", "update:plan,plan_update"] },
    Field { name: FieldName::Id, takes: Takes::Text,
        meaning: "the JSON-RPC id; `id:3` finds both 3 and \"3\"", examples: &["id:3"] },
    Field { name: FieldName::Session, takes: Takes::Beginning,
        meaning: "the ACP session, by the beginning of its id", examples: &["session:044ef662"] },
    Field { name: FieldName::Finding, takes: Takes::WordsOrRule(&[
            ("error", "a MUST is broken"), ("warning", "a SHOULD is broken, or probably a MUST"),
            ("info", "worth knowing"), ("any", "any finding"),
        ]),
        meaning: "a finding of this severity, or of this rule, is about it", examples: &["finding:error", "finding:any", "finding:tool-calls/id-in-use"] },
    Field { name: FieldName::Rule, takes: Takes::Name,
        meaning: "a finding of this rule, or of a group of rules, is about it", examples: &["rule:json-rpc/*", "rule:cancellation"] },
    Field { name: FieldName::Size, takes: Takes::Number(Unit::Bytes),
        meaning: "bytes, the line end not counted", examples: &["size:>64k", "size:1k..2k"] },
    Field { name: FieldName::Latency, takes: Takes::Number(Unit::Time),
        meaning: "time from a request to its response, on both", examples: &["latency:>2s", "latency:100ms..1s"] },
    Field { name: FieldName::Gap, takes: Takes::Number(Unit::Time),
        meaning: "time since the frame before it", examples: &["gap:>1s"] },
    Field { name: FieldName::At, takes: Takes::Number(Unit::Time),
        meaning: "time since the start of the recording", examples: &["at:10s..20s", "at:>1:30"] },
    Field { name: FieldName::Frame, takes: Takes::Number(Unit::Count),
        meaning: "the number of the frame", examples: &["frame:100-200", "frame:7,12"] },
    Field { name: FieldName::Text, takes: Takes::Text,
        meaning: "text in the frame, in upper or lower case; words without a field mean this", examples: &["text:\"not found\"", "permission"] },
    Field { name: FieldName::Is, takes: Takes::Words(&[
            ("unanswered", "a request that has no response so far"), ("odd", "something is odd about its form"),
            ("unterminated", "no line end followed"), ("marked", "bookmarked"),
        ]),
        meaning: "a state", examples: &["is:unanswered", "is:odd,unterminated"] },
];
