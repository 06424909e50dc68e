//! The shapes of one protocol version, compiled for checking values.
//!
//! Knows the subset of JSON Schema that the official crate generates, and refuses everything else at
//! compile time, so that a newer crate cannot slip through half checked. Knows no method, no rule and
//! no severity. It checks what the schema says and, as separate classes of issue, what the schema is
//! too weak to say: misspelt fields, numbers that do not fit, draft parts, names that are not
//! reserved for custom use. `format` and `contentEncoding` of strings (URIs, dates, base64) are not
//! checked here: rules do, with words of their own.

mod compile;
mod keywords;
mod place;
mod unions;
mod walk;
mod words;

use super::issue::Issue;
use crate::core::tree::Value;
use std::collections::BTreeMap;

/// A set of definitions, ready to check values. Made once and kept for the life of the process.
#[derive(Debug, Default)]
pub struct Schema {
    nodes: Vec<Node>,
    definitions: BTreeMap<&'static str, NodeId>,
}

/// A variant of a tagged union, or a value of an enumeration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variant {
    /// The value of the discriminator, or the enumerated string.
    pub name: &'static str,
    /// True if only the draft protocol has it.
    pub unstable: bool,
}

/// A field of an object definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    /// Its key.
    pub name: &'static str,
    /// True if it must be there.
    pub required: bool,
    /// True if only the draft protocol has it.
    pub unstable: bool,
}

impl Schema {
    /// Compiles a document with `$defs`.
    ///
    /// # Errors
    ///
    /// Says where the document uses JSON Schema beyond the known subset.
    pub fn compile(document: &'static serde_json::Value) -> Result<Schema, String> {
        compile::compile(document)
    }

    /// No more issues than this are told of one value.
    pub const MOST_ISSUES: usize = walk::MOST_ISSUES;

    /// The issues of `value` as a `definition`, in reading order, the missing and unknown fields of
    /// an object last. Empty if there is none, and for a definition that does not exist (see
    /// [`Schema::has`]).
    #[must_use]
    pub fn check(&self, definition: &str, value: &Value<'_>) -> Vec<Issue> {
        match self.definitions.get(definition) {
            Some(&id) => walk::check(self, id, value),
            None => Vec::new(),
        }
    }

    /// Whether there is such a definition.
    #[must_use]
    pub fn has(&self, definition: &str) -> bool {
        self.definitions.contains_key(definition)
    }

    /// The names of all definitions, sorted.
    pub fn definitions(&self) -> impl Iterator<Item = &'static str> {
        self.definitions.keys().copied()
    }

    /// The variants of a tagged union, or the values of a string enumeration; empty for any other
    /// definition.
    #[must_use]
    pub fn variants(&self, definition: &str) -> Vec<Variant> {
        match self.node(definition).map(|node| &node.shape) {
            Some(Shape::Tagged(union)) => union
                .branches
                .iter()
                .map(|b| Variant { name: b.tag, unstable: b.unstable })
                .collect(),
            Some(Shape::Enum(set)) => set
                .values
                .iter()
                .filter_map(|v| Some(Variant { name: v.value.as_str()?, unstable: v.unstable }))
                .collect(),
            _ => Vec::new(),
        }
    }

    /// The fields of an object definition, in the order of the schema; empty for any other.
    #[must_use]
    pub fn fields(&self, definition: &str) -> Vec<Field> {
        let Some(object) = self.node(definition).and_then(Node::object) else {
            return Vec::new();
        };
        let field =
            |p: &Property| Field { name: p.name, required: p.required, unstable: p.unstable };
        object.properties.iter().map(field).collect()
    }

    fn node(&self, definition: &str) -> Option<&Node> {
        self.nodes.get(self.definitions.get(definition)?.0)
    }
}

/// Index into [`Schema::nodes`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct NodeId(usize);

/// All that holds for one value: `$ref` and `allOf` are merged in, and a union has been multiplied
/// out, so that exactly one object shape applies in the end and its fields are known.
#[derive(Debug, Clone)]
struct Node {
    types: Types,
    /// Null is fine, whatever else is asked for.
    nullable: bool,
    shape: Shape,
    /// The definitions merged into this node, outermost first.
    names: Vec<&'static str>,
    /// The definition itself is draft.
    unstable: bool,
}

impl Node {
    fn object(&self) -> Option<&Object> {
        match &self.shape {
            Shape::Plain { object, .. } => object.as_deref(),
            _ => None,
        }
    }
}

#[derive(Debug, Clone)]
enum Shape {
    Plain {
        scalar: Option<Box<Scalar>>,
        object: Option<Box<Object>>,
        items: Option<NodeId>,
    },
    Enum(Box<Enum>),
    /// The value of one field selects the branch.
    Tagged(Box<Tagged>),
    /// The JSON type selects the branch, or else the one that fits best does.
    Untagged(Vec<NodeId>),
}

/// Limits of strings, numbers and lists.
#[derive(Debug, Clone, Default, PartialEq)]
struct Scalar {
    minimum: Option<f64>,
    maximum: Option<f64>,
    integer: Option<IntegerFormat>,
    min_length: Option<usize>,
    max_length: Option<usize>,
    min_items: Option<usize>,
}

/// The Rust type behind an integer; both bounds are within.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct IntegerFormat {
    least: i128,
    greatest: i128,
    /// In words.
    name: &'static str,
}

#[derive(Debug, Clone, Default)]
struct Object {
    /// In the order of the schema. Few: a linear search is as quick as any.
    properties: Vec<Property>,
    /// One bit for each required property, by index.
    required: u64,
    /// Names that may not occur.
    forbidden: Vec<Ban>,
    /// Whether other fields are part of the design: `_meta`, maps, custom variants.
    open: bool,
    /// The shape of other fields.
    rest: Option<NodeId>,
}

/// A field that may not stand beside another.
#[derive(Debug, Clone)]
struct Ban {
    name: &'static str,
    beside: &'static str,
}

#[derive(Debug, Clone)]
struct Property {
    name: &'static str,
    node: NodeId,
    required: bool,
    unstable: bool,
    default_on_error: bool,
    default_on_null: bool,
    skip_invalid_items: bool,
}

#[derive(Debug, Clone)]
struct Enum {
    values: Vec<EnumValue>,
    /// Any other value of the right type is fine.
    open: bool,
    integer: Option<IntegerFormat>,
}

#[derive(Debug, Clone)]
struct EnumValue {
    value: &'static serde_json::Value,
    unstable: bool,
}

#[derive(Debug, Clone)]
struct Tagged {
    field: &'static str,
    branches: Vec<Branch>,
    /// Takes the tags that no branch names.
    other: Option<NodeId>,
    /// Branches that ask for no tag, with their titles.
    untagged: Vec<(&'static str, NodeId)>,
}

#[derive(Debug, Clone)]
struct Branch {
    tag: &'static str,
    node: NodeId,
    unstable: bool,
}

/// A set of JSON types.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Types(u8);

impl Types {
    const NULL: Types = Types(1);
    const BOOLEAN: Types = Types(2);
    /// Numbers without a fractional part.
    const INTEGER: Types = Types(4);
    /// Includes the integers.
    const NUMBER: Types = Types(8 | 4);
    const STRING: Types = Types(16);
    const ARRAY: Types = Types(32);
    const OBJECT: Types = Types(64);
    const ANY: Types = Types(127);

    fn of(value: &Value<'_>) -> Types {
        match value {
            Value::Null => Types::NULL,
            Value::Bool(_) => Types::BOOLEAN,
            // JSON Schema counts 1.0 as an integer.
            Value::Number(n) if n.is_f64() && n.as_f64().is_some_and(|f| f.fract() != 0.0) => {
                Types(8)
            }
            Value::Number(_) => Types::INTEGER,
            Value::String(_) => Types::STRING,
            Value::Array(_) => Types::ARRAY,
            Value::Object(_) => Types::OBJECT,
        }
    }

    fn overlaps(self, other: Types) -> bool {
        self.0 & other.0 != 0
    }
}
