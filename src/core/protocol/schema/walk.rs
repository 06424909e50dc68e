//! A value against a node.
//!
//! The way to the value is a chain on the stack; it becomes a pointer only when there is something
//! to report, so a value without issues costs no allocation.

use super::place::{Lenient, Place, Step, push_step};
use super::words::{self, found, quoted};
use super::{Enum, Node, NodeId, Object, Scalar, Schema, Shape, Types};
use crate::core::protocol::issue::{Issue, IssueClass, IssueCode, Leniency, LeniencyKind};
use crate::core::protocol::{near, outdated};
use crate::core::tree::{Members, Value};

pub(super) fn check(schema: &Schema, id: NodeId, value: &Value<'_>) -> Vec<Issue> {
    let mut walk = Walk {
        schema,
        issues: Vec::new(),
        tally: Tally::default(),
        quiet: false,
        pointer_bytes: 0,
    };
    let unstable = schema.nodes.get(id.0).is_some_and(|node| node.unstable);
    let place = Place { up: None, step: Step::Root, node: id, lenient: None, unstable };
    walk.node(&place, value);
    walk.issues
}

pub(super) struct Walk<'s> {
    pub(super) schema: &'s Schema,
    pub(super) issues: Vec<Issue>,
    pub(super) tally: Tally,
    /// Only count: a branch is being tried.
    pub(super) quiet: bool,
    pointer_bytes: usize,
}

/// All that is kept of one value: a hostile frame must not fill the memory with its faults.
pub(super) const MOST_ISSUES: usize = 256;
/// Pointers repeat the names on the way, which may be long.
const POINTER_BYTES: usize = 1 << 20;
/// Among so many unknown fields a misspelt one is looked for.
const MOST_STRANGERS: usize = 32;

/// How badly a branch fits. Faults count first; among equals, a missing field says more against a
/// branch than a wrong value does, and a number outside the format less than anything.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Tally {
    pub(super) faults: usize,
    pub(super) missing: usize,
    format: usize,
}

impl Tally {
    pub(super) fn lacks_one_field_only(self) -> bool {
        (self.faults, self.missing) == (1, 1)
    }
}

/// The words of an issue, made only when it is reported.
pub(super) struct Words {
    expected: String,
    found: String,
    suggestion: Option<String>,
    missing: Option<&'static str>,
}

impl Words {
    pub(super) fn new(expected: impl Into<String>, found: impl Into<String>) -> Words {
        Words { expected: expected.into(), found: found.into(), suggestion: None, missing: None }
    }

    /// A field that is not there; `meant` is another spelling of it that is.
    pub(super) fn missing(name: &'static str, shape: &str, meant: Option<&str>) -> Words {
        Words {
            expected: format!("the required field {} ({shape})", quoted(name)),
            found: meant.map_or_else(|| "no such field".to_owned(), quoted),
            suggestion: meant.map(|_| name.to_owned()),
            missing: Some(name),
        }
    }

    pub(super) fn or_rather(self, suggestion: Option<&str>) -> Words {
        Words { suggestion: suggestion.map(str::to_owned), ..self }
    }
}

impl<'s> Walk<'s> {
    pub(super) fn report(
        &mut self,
        place: &Place<'_>,
        code: IssueCode,
        words: impl FnOnce() -> Words,
    ) {
        self.report_below(place, None, code, words);
    }

    /// Reports a field of the place that has no place of its own.
    pub(super) fn report_below(
        &mut self,
        place: &Place<'_>,
        field: Option<&str>,
        code: IssueCode,
        words: impl FnOnce() -> Words,
    ) {
        if code.class() == IssueClass::Fault {
            self.tally.faults += 1;
            self.tally.missing += usize::from(code == IssueCode::MissingField);
        }
        self.tally.format += usize::from(code.class() == IssueClass::Format);
        // Remarks must not crowd out faults.
        let most = if code.class() == IssueClass::Fault { MOST_ISSUES } else { MOST_ISSUES / 2 };
        if self.quiet || self.issues.len() >= most || self.pointer_bytes > POINTER_BYTES {
            return;
        }
        let Words { expected, found, suggestion, missing } = words();
        let mut pointer = place.pointer(usize::MAX);
        if let Some(field) = field {
            push_step(&mut pointer, field);
        }
        self.pointer_bytes += pointer.len();
        // Only what the decoder would refuse is dropped.
        let dropped = matches!(code.class(), IssueClass::Fault | IssueClass::Format);
        let lenient = place
            .lenient
            .filter(|_| dropped)
            .map(|lenient| Leniency { kind: lenient.kind, pointer: place.pointer(lenient.steps) });
        self.issues.push(Issue {
            pointer,
            code,
            expected,
            found,
            suggestion,
            missing,
            unstable: place.unstable,
            lenient,
            trail: place.trail(self.schema),
        });
    }

    pub(super) fn node(&mut self, place: &Place<'_>, value: &Value<'_>) {
        let Some(node) = self.schema.nodes.get(place.node.0) else { return };
        if value.is_null() && node.nullable {
            return;
        }
        if !node.types.overlaps(Types::of(value)) {
            let words = || Words::new(words::expected(node), found(value));
            return self.report(place, IssueCode::WrongType, words);
        }
        match &node.shape {
            Shape::Plain { scalar, object, items } => {
                if let Some(scalar) = scalar {
                    self.scalar(place, scalar, value);
                }
                match value {
                    Value::Object(map) => {
                        if let Some(object) = object {
                            self.object(place, object, map);
                        }
                    }
                    Value::Array(list) => {
                        if let Some(items) = *items {
                            let skips = self.skips_items(place);
                            for (i, item) in list.iter().enumerate() {
                                self.node(&place.item(i, items, skips), item);
                            }
                        }
                    }
                    _ => {}
                }
            }
            Shape::Enum(set) => self.enumeration(place, node, set, value),
            Shape::Tagged(union) => self.tagged(place, union, value),
            Shape::Untagged(branches) => self.untagged(place, branches, value),
        }
    }

    /// Whether the field that holds this list is read item by item.
    fn skips_items(&self, place: &Place<'_>) -> bool {
        let (Step::Field(name), Some(up)) = (place.step, place.up) else { return false };
        let Some(object) = self.schema.nodes.get(up.node.0).and_then(Node::object) else {
            return false;
        };
        object.properties.iter().any(|p| p.name == name && p.skip_invalid_items)
    }

    fn scalar(&mut self, place: &Place<'_>, scalar: &Scalar, value: &Value<'_>) {
        match value {
            Value::Number(number) => {
                let float = number.as_f64().unwrap_or(f64::INFINITY);
                let low = scalar.minimum.filter(|least| float < *least);
                let high = scalar.maximum.filter(|greatest| float > *greatest);
                let limit = match (low, high) {
                    (Some(least), _) => Some(format_limit("at least", least)),
                    (_, Some(greatest)) => Some(format_limit("at most", greatest)),
                    _ => None,
                };
                if let Some(limit) = limit {
                    return self
                        .report(place, IssueCode::OutOfRange, || Words::new(limit, found(value)));
                }
                if let Some(format) = scalar.integer {
                    self.integer(place, format, value);
                }
            }
            Value::String(text) => {
                if let Some(least) = scalar.min_length.filter(|least| shorter(text, *least)) {
                    self.report(place, IssueCode::TooShort, || {
                        let expected = match least {
                            1 => "a string that is not empty".to_owned(),
                            n => format!("a string of at least {n} characters"),
                        };
                        Words::new(expected, found(value))
                    });
                }
                if let Some(most) = scalar.max_length.filter(|most| !shorter(text, most + 1)) {
                    self.report(place, IssueCode::TooLong, || {
                        Words::new(format!("a string of at most {most} characters"), found(value))
                    });
                }
            }
            Value::Array(list) => {
                if let Some(least) = scalar.min_items.filter(|least| list.len() < *least) {
                    self.report(place, IssueCode::TooShort, || {
                        let expected = match least {
                            1 => "a list that is not empty".to_owned(),
                            n => format!("a list of at least {n} items"),
                        };
                        Words::new(expected, found(value))
                    });
                }
            }
            _ => {}
        }
    }

    fn integer(&mut self, place: &Place<'_>, format: super::IntegerFormat, value: &Value<'_>) {
        let exact = value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from));
        if !exact.is_some_and(|n| (format.least..=format.greatest).contains(&n)) {
            self.report(place, IssueCode::OutsideFormat, || {
                let written = match exact {
                    None => format!("{}, spelled with a fraction or exponent", found(value)),
                    Some(_) => found(value),
                };
                Words::new(format.name, written)
            });
        }
    }

    fn enumeration(&mut self, place: &Place<'_>, node: &Node, set: &Enum, value: &Value<'_>) {
        if let Some(known) = set.values.iter().find(|known| same(known.value, value)) {
            if known.unstable && !place.unstable {
                let inner = Place { unstable: true, ..*place };
                self.report(&inner, IssueCode::DraftFeature, || draft(found(value)));
            }
            return;
        }
        let text = value.as_str();
        if !set.open {
            let lenient = node.names.last() == Some(&"ToolKind") && text.is_some();
            let inner = Place { lenient: read_as_other(place, lenient), ..*place };
            self.report(&inner, IssueCode::NotInEnum, || {
                Words::new(words::one_of(words::enum_values(set)), value_in_words(value))
                    .or_rather(text.and_then(|text| nearest_value(text, set)))
            });
        } else if let Some(format) = set.integer {
            self.integer(place, format, value);
        } else if let Some(text) = text.filter(|text| !text.starts_with('_')) {
            self.report(place, IssueCode::UnknownValue, || {
                let known = words::enum_values(set).chain([words::CUSTOM.to_owned()]);
                Words::new(words::one_of(known), quoted(text)).or_rather(nearest_value(text, set))
            });
        }
    }

    fn object(&mut self, place: &Place<'_>, object: &Object, map: &Members<'_>) {
        let mut seen = 0u64;
        let mut unknown = false;
        for (name, value) in map {
            match object.properties.iter().enumerate().find(|(_, p)| p.name == name) {
                Some((i, property)) => {
                    seen |= 1 << i;
                    let inner = place.field(property, value);
                    if property.unstable && !place.unstable {
                        self.report(&inner, IssueCode::DraftFeature, || {
                            draft(format!("the field {}", quoted(name)))
                        });
                    }
                    self.node(&inner, value);
                }
                None => {
                    unknown = true;
                    if let Some(rest) = object.rest {
                        self.node(&place.other_field(name, rest), value);
                    }
                }
            }
            if let Some(ban) = object.forbidden.iter().find(|ban| ban.name == name) {
                self.report_below(place, Some(name), IssueCode::ForbiddenField, || {
                    Words::new(format!("not beside {}", quoted(ban.beside)), quoted(name))
                });
            }
        }
        let missing = object.required & !seen;
        if missing != 0 || (unknown && !object.open && !self.quiet) {
            self.names(place, object, map, missing);
        }
    }

    /// Missing and unknown fields; a near name of a missing one is the same mistake.
    fn names(&mut self, place: &Place<'_>, object: &Object, map: &Members<'_>, missing: u64) {
        let known = |name: &str| object.properties.iter().any(|p| p.name == name);
        let mut taken: Vec<&str> = Vec::new();
        for (i, property) in object.properties.iter().enumerate() {
            if missing & (1 << i) == 0 {
                continue;
            }
            let mut meant = None;
            if !self.quiet {
                let strangers = || {
                    let new = |k: &&str| !known(k) && !taken.contains(k);
                    map.keys().filter(new).take(MOST_STRANGERS)
                };
                meant = strangers()
                    .find(|name| near::nearest(name, [property.name]).is_some())
                    .or_else(|| strangers().find(|name| near::stands_for(name, property.name)));
                taken.extend(meant);
            }
            let node = self.schema.nodes.get(property.node.0);
            self.report(place, IssueCode::MissingField, || {
                Words::missing(property.name, &node.map(words::expected).unwrap_or_default(), meant)
            });
        }
        if object.open || self.quiet {
            return;
        }
        let names = self.schema.nodes.get(place.node.0).map_or(&[][..], |n| &n.names);
        for name in map.keys() {
            if known(name)
                || name.starts_with('_')
                || taken.contains(&name)
                || object.forbidden.iter().any(|ban| ban.name == name)
            {
                continue;
            }
            self.report_below(place, Some(name), IssueCode::UnknownField, || {
                let free = object.properties.iter().filter(|p| !map.contains_key(p.name));
                let meant = match names.iter().find_map(|of| outdated::field(of, name)) {
                    Some(old) => old.instead,
                    None => near::nearest(name, free.map(|p| p.name)),
                };
                Words::new("a field of this version", quoted(name)).or_rather(meant)
            });
        }
    }
}

/// The decoder has a variant for all other tool kinds, which the schema does not show.
fn read_as_other(place: &Place<'_>, applies: bool) -> Option<Lenient> {
    if applies {
        Some(Lenient { kind: LeniencyKind::ReadAs("other"), steps: place.steps() })
    } else {
        place.lenient
    }
}

fn shorter(text: &str, least: usize) -> bool {
    least > 0 && text.chars().nth(least - 1).is_none()
}

/// Equal as JSON Schema sees it: `1` and `1.0` are one number.
fn same(known: &serde_json::Value, value: &Value<'_>) -> bool {
    value.is_json(known)
        || (value.is_f64() && known.is_number() && known.as_f64() == value.as_f64())
}

/// A string needs no introduction where strings are compared.
fn value_in_words(value: &Value<'_>) -> String {
    value.as_str().map_or_else(|| found(value), quoted)
}

fn nearest_value<'e>(text: &str, set: &'e Enum) -> Option<&'e str> {
    near::nearest(text, set.values.iter().filter_map(|known| known.value.as_str()))
}

pub(super) fn draft(found: String) -> Words {
    Words::new("nothing of this name in the stable protocol", found)
}

fn format_limit(bound: &str, limit: f64) -> String {
    format!("a number of {bound} {limit}")
}
