//! What the validator found: data first, words on demand.

use std::fmt;

/// One deviation of a value from its shape. One mistake of the sender makes one issue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Issue {
    /// JSON Pointer (RFC 6901) into the checked value. A missing field is reported at the object
    /// that lacks it.
    pub pointer: String,
    /// What kind of deviation it is.
    pub code: IssueCode,
    /// What the shape asks for, in words: `a string`, `"pending", "in_progress" or "completed"`.
    pub expected: String,
    /// What stands there instead, in words and cut short: `number 5`, `string "done"`.
    pub found: String,
    /// The name or value that was probably meant.
    pub suggestion: Option<String>,
    /// The name of a missing field, since the pointer cannot say it.
    pub missing: Option<&'static str>,
    /// True if the place belongs to a draft part of the protocol.
    pub unstable: bool,
    /// What the official decoder makes of it without a word, if it goes on. It stays a deviation:
    /// the data is lost.
    pub lenient: Option<Leniency>,
    /// The definitions that the place lies in, outermost first: `SessionNotification`,
    /// `SessionUpdate`, `ToolCallUpdate`, `ToolCallStatus`.
    pub trail: Vec<&'static str>,
}

/// The kinds of deviation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IssueCode {
    /// A required field is absent.
    MissingField,
    /// A value of another JSON type.
    WrongType,
    /// The discriminator names no variant of a closed set.
    UnknownVariant,
    /// A string or number outside a closed set.
    NotInEnum,
    /// A number below the least or above the greatest allowed.
    OutOfRange,
    /// A string or list with too few characters or items.
    TooShort,
    /// A string with too many characters.
    TooLong,
    /// A field that may not stand beside those that are there.
    ForbiddenField,
    /// A number that the schema lets pass, but not the type that decoders read it into:
    /// `4294967296` for 32 bits, `1.0` for an integer.
    OutsideFormat,
    /// A field that this version does not define.
    UnknownField,
    /// A value outside the known ones of an open set, without the leading `_` of custom values.
    UnknownValue,
    /// A field or variant that only the draft protocol has.
    DraftFeature,
}

/// How much an issue weighs; severities are the rules' business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum IssueClass {
    /// The value does not fit the official schema.
    Fault,
    /// The schema says yes, the types behind it say no.
    Format,
    /// Allowed, but unknown to this version: newer, custom at the wrong place, or misspelt.
    Unknown,
    /// Allowed if the draft feature was negotiated.
    Draft,
}

impl IssueCode {
    /// The class of this kind.
    pub fn class(self) -> IssueClass {
        match self {
            Self::OutsideFormat => IssueClass::Format,
            Self::UnknownField | Self::UnknownValue => IssueClass::Unknown,
            Self::DraftFeature => IssueClass::Draft,
            _ => IssueClass::Fault,
        }
    }
}

/// What the official Rust decoder silently does with a malformed value. The schema carries these as
/// `x-deserialize-*` marks, for other decoders to follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leniency {
    /// What happens.
    pub kind: LeniencyKind,
    /// JSON Pointer of the value that is lost; the issue lies at or below it.
    pub pointer: String,
}

/// The ways in which a decoder goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeniencyKind {
    /// The field counts as absent and takes its default.
    FieldDropped,
    /// The list item is left out.
    ItemSkipped,
    /// Null reads as the default.
    NullAsDefault,
    /// An unknown value reads as this one.
    ReadAs(&'static str),
}

impl Issue {
    /// The class of this issue.
    pub fn class(&self) -> IssueClass {
        self.code.class()
    }

    /// Whether the place lies in the named definition.
    pub fn within(&self, definition: &str) -> bool {
        self.trail.contains(&definition)
    }

    /// The field or list index at fault: the missing one, or the last step of the pointer, unescaped.
    pub fn field(&self) -> String {
        self.missing.map(str::to_owned).or_else(|| self.last_step()).unwrap_or_default()
    }

    fn last_step(&self) -> Option<String> {
        let (_, step) = self.pointer.rsplit_once('/')?;
        Some(step.replace("~1", "/").replace("~0", "~"))
    }

    /// One plain sentence, without the pointer and without a final full stop.
    pub fn message(&self) -> String {
        self.to_string()
    }
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found, .. } = self;
        let field = self.field();
        match self.code {
            IssueCode::MissingField => {
                write!(f, "missing {expected}")?;
                return match &self.suggestion {
                    Some(_) => write!(f, "; found {found}, is that the field?"),
                    None => Ok(()),
                };
            }
            IssueCode::NotInEnum if self.suggestion.is_some() => {
                write!(f, "{found} is not a known {field}")?;
            }
            IssueCode::NotInEnum => write!(f, "{found} is not one of {expected}")?,
            IssueCode::UnknownVariant | IssueCode::UnknownValue if self.suggestion.is_some() => {
                write!(f, "unknown {field} {found}")?;
            }
            IssueCode::UnknownVariant | IssueCode::UnknownValue => {
                write!(f, "unknown {field} {found}, expected {expected}")?;
            }
            IssueCode::ForbiddenField => write!(f, "{found} may not stand here: {expected}")?,
            IssueCode::UnknownField => write!(f, "unknown field {found}")?,
            IssueCode::DraftFeature => return write!(f, "{found} is a draft feature"),
            _ => write!(f, "expected {expected}, found {found}")?,
        }
        match &self.suggestion {
            Some(meant) => write!(f, "; did you mean {meant:?}?"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Leniency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            LeniencyKind::FieldDropped => {
                write!(f, "the official Rust decoder silently treats {} as absent", self.pointer)
            }
            LeniencyKind::ItemSkipped => {
                write!(f, "the official Rust decoder silently skips the item {}", self.pointer)
            }
            LeniencyKind::NullAsDefault => {
                write!(f, "the official Rust decoder reads null at {} as the default", self.pointer)
            }
            LeniencyKind::ReadAs(value) => {
                write!(f, "the official Rust decoder reads {} as {value:?}", self.pointer)
            }
        }
    }
}
