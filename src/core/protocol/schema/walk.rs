//! A value against a node.
//!
//! The way to the value is a chain on the stack; it becomes a pointer only when there is something
//! to report, so a value without issues costs no allocation.

use super::words::{self, found, quoted};
use super::{Branch, Enum, Node, NodeId, Object, Property, Scalar, Schema, Shape, Tagged, Types};
use crate::core::protocol::issue::{Issue, IssueClass, IssueCode, Leniency, LeniencyKind};
use crate::core::protocol::{near, outdated};
use serde_json::{Map, Value};
use std::fmt::Write;

pub(super) fn check(schema: &Schema, id: NodeId, value: &Value) -> Vec<Issue> {
    let mut walk = Walk { schema, issues: Vec::new(), tally: Tally::default(), quiet: false };
    let unstable = schema.nodes.get(id.0).is_some_and(|node| node.unstable);
    let place = Place { up: None, step: Step::Root, node: id, lenient: None, unstable };
    walk.node(&place, value);
    walk.issues
}

struct Walk<'s> {
    schema: &'s Schema,
    issues: Vec<Issue>,
    tally: Tally,
    /// Only count: a branch is being tried.
    quiet: bool,
}

/// How badly a branch fits. Faults count first; among equals, a missing field says more against a
/// branch than a wrong value does, and a number outside the format less than anything.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Tally {
    faults: usize,
    missing: usize,
    format: usize,
}

impl Tally {
    fn lacks_one_field_only(self) -> bool {
        (self.faults, self.missing) == (1, 1)
    }
}

/// Where the walk stands.
#[derive(Clone, Copy)]
struct Place<'p> {
    up: Option<&'p Place<'p>>,
    step: Step<'p>,
    node: NodeId,
    lenient: Option<Lenient>,
    unstable: bool,
}

#[derive(Clone, Copy)]
enum Step<'p> {
    Root,
    Field(&'p str),
    Item(usize),
    /// A branch of a union: another node for the same value.
    Branch,
}

/// The nearest leniency around a place, and how many steps of the pointer lead to what it drops.
#[derive(Clone, Copy)]
struct Lenient {
    kind: LeniencyKind,
    steps: usize,
}

impl<'p> Place<'p> {
    fn branch(&'p self, node: NodeId, unstable: bool) -> Place<'p> {
        let unstable = self.unstable || unstable;
        Place { up: Some(self), step: Step::Branch, node, lenient: self.lenient, unstable }
    }

    fn field(&'p self, property: &'p Property, value: &Value) -> Place<'p> {
        let kind = if property.default_on_error {
            Some(LeniencyKind::FieldDropped)
        } else if property.default_on_null && value.is_null() {
            Some(LeniencyKind::NullAsDefault)
        } else {
            None
        };
        let lenient = kind.map(|kind| Lenient { kind, steps: self.steps() + 1 });
        Place {
            up: Some(self),
            step: Step::Field(property.name),
            node: property.node,
            lenient: lenient.or(self.lenient),
            unstable: self.unstable || property.unstable,
        }
    }

    fn other_field(&'p self, name: &'p str, node: NodeId) -> Place<'p> {
        Place { up: Some(self), step: Step::Field(name), node, ..*self }
    }

    fn item(&'p self, index: usize, node: NodeId, skips: bool) -> Place<'p> {
        let lenient = if skips {
            Some(Lenient { kind: LeniencyKind::ItemSkipped, steps: self.steps() + 1 })
        } else {
            self.lenient
        };
        Place { up: Some(self), step: Step::Item(index), node, lenient, ..*self }
    }

    fn chain(&'p self) -> impl Iterator<Item = &'p Place<'p>> {
        std::iter::successors(Some(self), |place| place.up)
    }

    fn steps(&self) -> usize {
        self.chain().filter(|p| matches!(p.step, Step::Field(_) | Step::Item(_))).count()
    }

    fn pointer(&self, steps: usize) -> String {
        let mut places: Vec<&Place<'_>> = self.chain().collect();
        places.reverse();
        let mut out = String::new();
        let mut left = steps;
        for place in places {
            match place.step {
                Step::Root | Step::Branch => continue,
                _ if left == 0 => break,
                Step::Field(name) => push_step(&mut out, name),
                Step::Item(index) => {
                    let _ = write!(out, "/{index}");
                }
            }
            left -= 1;
        }
        out
    }

    fn trail(&self, schema: &Schema) -> Vec<&'static str> {
        let mut places: Vec<&Place<'_>> = self.chain().collect();
        places.reverse();
        let mut trail: Vec<&'static str> = Vec::new();
        for place in places {
            // The field of a tag has no node of its own.
            if place.up.is_some_and(|up| up.node == place.node) {
                continue;
            }
            let names = schema.nodes.get(place.node.0).map(|node| node.names.as_slice());
            for name in names.unwrap_or_default() {
                // A branch repeats the names of its union.
                let repeated = matches!(place.step, Step::Branch) && trail.contains(name);
                if !repeated {
                    trail.push(name);
                }
            }
        }
        trail
    }
}

fn push_step(out: &mut String, name: &str) {
    out.push('/');
    for c in name.chars() {
        match c {
            '~' => out.push_str("~0"),
            '/' => out.push_str("~1"),
            c => out.push(c),
        }
    }
}

/// The words of an issue, made only when it is reported.
struct Words {
    expected: String,
    found: String,
    suggestion: Option<String>,
    missing: Option<&'static str>,
}

impl Words {
    fn new(expected: impl Into<String>, found: impl Into<String>) -> Words {
        Words { expected: expected.into(), found: found.into(), suggestion: None, missing: None }
    }

    /// A field that is not there; `meant` is another spelling of it that is.
    fn missing(name: &'static str, shape: &str, meant: Option<&str>) -> Words {
        Words {
            expected: format!("the required field {} ({shape})", quoted(name)),
            found: meant.map_or_else(|| "no such field".to_owned(), quoted),
            suggestion: meant.map(|_| name.to_owned()),
            missing: Some(name),
        }
    }

    fn or_rather(self, suggestion: Option<&str>) -> Words {
        Words { suggestion: suggestion.map(str::to_owned), ..self }
    }
}

impl<'s> Walk<'s> {
    fn report(&mut self, place: &Place<'_>, code: IssueCode, words: impl FnOnce() -> Words) {
        self.report_below(place, None, code, words);
    }

    /// Reports a field of the place that has no place of its own.
    fn report_below(
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
        if self.quiet {
            return;
        }
        let Words { expected, found, suggestion, missing } = words();
        let mut pointer = place.pointer(usize::MAX);
        if let Some(field) = field {
            push_step(&mut pointer, field);
        }
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

    fn node(&mut self, place: &Place<'_>, value: &Value) {
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

    fn scalar(&mut self, place: &Place<'_>, scalar: &Scalar, value: &Value) {
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

    fn integer(&mut self, place: &Place<'_>, format: super::IntegerFormat, value: &Value) {
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

    fn enumeration(&mut self, place: &Place<'_>, node: &Node, set: &Enum, value: &Value) {
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

    fn object(&mut self, place: &Place<'_>, object: &Object, map: &Map<String, Value>) {
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
    fn names(
        &mut self,
        place: &Place<'_>,
        object: &Object,
        map: &Map<String, Value>,
        missing: u64,
    ) {
        let known = |name: &str| object.properties.iter().any(|p| p.name == name);
        let mut taken: Vec<&str> = Vec::new();
        for (i, property) in object.properties.iter().enumerate() {
            if missing & (1 << i) == 0 {
                continue;
            }
            let mut meant = None;
            if !self.quiet {
                let strangers = || map.keys().filter(|k| !known(k) && !taken.contains(&k.as_str()));
                meant = strangers()
                    .find(|name| near::nearest(name, [property.name]).is_some())
                    .or_else(|| strangers().find(|name| near::stands_for(name, property.name)))
                    .map(String::as_str);
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
            let name = name.as_str();
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

    fn tagged(&mut self, place: &Place<'_>, union: &Tagged, value: &Value) {
        let Value::Object(map) = value else { return };
        let tag = map.get(union.field);
        let text = tag.and_then(Value::as_str);
        if let Some(branch) = union.branches.iter().find(|branch| Some(branch.tag) == text) {
            return self.known_tag(place, union, branch, value);
        }
        if let Some(node) = union.other.filter(|_| text.is_some()) {
            self.open_tag(place, union, text);
            let fallback = union.untagged.iter().find(|(_, node)| self.fits(place, *node, value));
            return match fallback {
                Some((_, fallback)) if !self.fits(place, node, value) => {
                    self.node(&place.branch(*fallback, false), value);
                }
                _ => self.node(&place.branch(node, false), value),
            };
        }
        if let Some((title, node)) = self.best(place, union.untagged.iter().copied(), value) {
            let cost = self.cost(place, node, value);
            let meant = cost.faults == 0
                || match tag {
                    Some(Value::String(tag)) => {
                        tag == title || (cost.faults, cost.missing) == (1, 0)
                    }
                    Some(_) => false,
                    None => cost.faults == 1 || self.lacks_tag_only(place, union, value).is_none(),
                };
            if meant {
                if text.is_none_or(|text| text == title) {
                    return self.node(&place.branch(node, false), value);
                }
                return self.stranger(place, union, text, node, value);
            }
        }
        match tag {
            Some(Value::String(text)) => {
                self.report_tag(place, union, IssueCode::UnknownVariant, || {
                    unknown_tag(union, text)
                });
            }
            Some(tag) => self.report_tag(place, union, IssueCode::WrongType, || {
                Words::new("a string", found(tag))
            }),
            None => {
                let is_tag = |value: &Value| union.branches.iter().any(|b| *value == b.tag);
                let near = map
                    .keys()
                    .find(|name| near::nearest(name, [union.field]).is_some())
                    .or_else(|| map.iter().find(|(_, value)| is_tag(value)).map(|(name, _)| name));
                let only = self.lacks_tag_only(place, union, value);
                self.report(place, IssueCode::MissingField, || {
                    let tags = match only {
                        Some(tag) => quoted(tag),
                        None if union.branches.len() > 8 => "a string".to_owned(),
                        None => tags(union),
                    };
                    Words::missing(union.field, &tags, near.map(String::as_str))
                });
            }
        }
    }

    fn known_tag(&mut self, place: &Place<'_>, union: &Tagged, branch: &Branch, value: &Value) {
        let inner = place.branch(branch.node, branch.unstable);
        if branch.unstable && !place.unstable {
            self.report_below(&inner, Some(union.field), IssueCode::DraftFeature, || {
                draft(format!("{} {}", union.field, quoted(branch.tag)))
            });
        }
        let (before, tally) = (self.issues.len(), self.tally);
        self.node(&inner, value);
        if self.tally.faults > tally.faults {
            // The schema also lets the tag stand where a branch asks for none.
            let fits = union.untagged.iter().find(|(_, node)| self.fits(place, *node, value));
            if let Some((_, node)) = fits {
                self.issues.truncate(before);
                self.tally = tally;
                self.node(&place.branch(*node, false), value);
            }
        }
    }

    /// A variant that nobody knows, read as the one without a tag. Its other fields are its own.
    fn stranger(
        &mut self,
        place: &Place<'_>,
        union: &Tagged,
        text: Option<&str>,
        node: NodeId,
        value: &Value,
    ) {
        self.open_tag(place, union, text);
        let before = self.issues.len();
        self.node(&place.branch(node, false), value);
        if self.issues.len() > before {
            let here = place.pointer(usize::MAX);
            let own = |issue: &Issue| {
                issue.code == IssueCode::UnknownField
                    && issue.pointer.rsplit_once('/').is_some_and(|(object, _)| object == here)
            };
            let below = self.issues.split_off(before);
            self.issues.extend(below.into_iter().filter(|issue| !own(issue)));
        }
    }

    /// A tag that no branch names, where the union lets it pass.
    fn open_tag(&mut self, place: &Place<'_>, union: &Tagged, text: Option<&str>) {
        if let Some(text) = text.filter(|text| !text.starts_with('_')) {
            self.report_tag(place, union, IssueCode::UnknownValue, || unknown_tag(union, text));
        }
    }

    /// Reports the tag itself, which may be read more leniently than the object around it.
    fn report_tag(
        &mut self,
        place: &Place<'_>,
        union: &Tagged,
        code: IssueCode,
        words: impl FnOnce() -> Words,
    ) {
        let first = union.branches.first().and_then(|b| self.schema.nodes.get(b.node.0));
        let dropped = first.and_then(Node::object).is_some_and(|object| {
            object.properties.iter().any(|p| p.name == union.field && p.default_on_error)
        });
        let lenient =
            dropped.then(|| Lenient { kind: LeniencyKind::FieldDropped, steps: place.steps() + 1 });
        let inner = Place {
            step: Step::Field(union.field),
            up: Some(place),
            lenient: lenient.or(place.lenient),
            ..*place
        };
        self.report(&inner, code, words);
    }

    /// The variant that the value would be if it had a tag.
    fn lacks_tag_only(
        &mut self,
        place: &Place<'_>,
        union: &Tagged,
        value: &Value,
    ) -> Option<&'static str> {
        let mut fitting = union
            .branches
            .iter()
            .filter(|branch| self.cost(place, branch.node, value).lacks_one_field_only());
        let first = fitting.next().map(|branch| branch.tag);
        if fitting.next().is_none() || !union.untagged.is_empty() { first } else { None }
    }

    fn untagged(&mut self, place: &Place<'_>, branches: &[NodeId], value: &Value) {
        let kind = Types::of(value);
        let schema = self.schema;
        let suits = |id: &NodeId| {
            let node = schema.nodes.get(id.0);
            node.is_some_and(|n| n.types.overlaps(kind) || (n.nullable && value.is_null()))
        };
        let suited = || branches.iter().copied().filter(suits);
        let Some(first) = suited().next() else { return };
        if suited().nth(1).is_none() {
            return self.node(&place.branch(first, false), value);
        }
        let Some((_, best)) = self.best(place, suited().map(|id| ("", id)), value) else { return };
        let before = self.issues.len();
        self.node(&place.branch(best, false), value);
        self.alternatives(place, best, suited(), value, before);
    }

    /// Where each branch lacks only one field of its own, any of these fields would do.
    fn alternatives(
        &mut self,
        place: &Place<'_>,
        best: NodeId,
        suited: impl Iterator<Item = NodeId>,
        value: &Value,
        before: usize,
    ) {
        let missing = |issue: &Issue| issue.code == IssueCode::MissingField;
        if self.issues.len() != before + 1 || !self.issues.last().is_some_and(missing) {
            return;
        }
        let mut wanted = Vec::new();
        for id in suited {
            let Some(lacking) = self.lacking(place, id, value) else { return };
            if id == best || !wanted.contains(&lacking) {
                wanted.push(lacking);
            }
        }
        let quoted = wanted.iter().map(|name| quoted(name));
        let expected = format!("one of the fields {}", words::one_of(quoted));
        if let Some(issue) = self.issues.last_mut().filter(|_| wanted.len() > 1) {
            issue.expected = expected;
        }
    }

    /// The one required field that keeps the value from fitting, if that is its only fault.
    fn lacking(&mut self, place: &Place<'_>, id: NodeId, value: &Value) -> Option<&'static str> {
        if !self.cost(place, id, value).lacks_one_field_only() {
            return None;
        }
        let object = self.schema.nodes.get(id.0)?.object()?;
        let map = value.as_object()?;
        object.properties.iter().find(|p| p.required && !map.contains_key(p.name)).map(|p| p.name)
    }

    /// The branch that fits best; the first among equals.
    fn best<'b>(
        &mut self,
        place: &Place<'_>,
        branches: impl Iterator<Item = (&'b str, NodeId)>,
        value: &Value,
    ) -> Option<(&'b str, NodeId)> {
        let mut best: Option<(Tally, (&str, NodeId))> = None;
        for branch in branches {
            let cost = self.cost(place, branch.1, value);
            if cost == Tally::default() {
                return Some(branch);
            }
            if best.is_none_or(|(least, _)| cost < least) {
                best = Some((cost, branch));
            }
        }
        best.map(|(_, branch)| branch)
    }

    fn fits(&mut self, place: &Place<'_>, id: NodeId, value: &Value) -> bool {
        self.cost(place, id, value).faults == 0
    }

    fn cost(&mut self, place: &Place<'_>, id: NodeId, value: &Value) -> Tally {
        let before = (std::mem::take(&mut self.tally), std::mem::replace(&mut self.quiet, true));
        self.node(&place.branch(id, false), value);
        let cost = self.tally;
        (self.tally, self.quiet) = before;
        cost
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
fn same(known: &Value, value: &Value) -> bool {
    known == value || (value.is_f64() && known.is_number() && known.as_f64() == value.as_f64())
}

/// A string needs no introduction where strings are compared.
fn value_in_words(value: &Value) -> String {
    value.as_str().map_or_else(|| found(value), quoted)
}

fn nearest_value<'e>(text: &str, set: &'e Enum) -> Option<&'e str> {
    near::nearest(text, set.values.iter().filter_map(|known| known.value.as_str()))
}

fn unknown_tag(union: &Tagged, text: &str) -> Words {
    let meant = near::nearest(text, union.branches.iter().map(|branch| branch.tag));
    Words::new(tags(union), quoted(text)).or_rather(meant)
}

fn tags(union: &Tagged) -> String {
    let tags = union.branches.iter().map(|branch| quoted(branch.tag));
    let titles = union.untagged.iter().filter(|(title, _)| !title.is_empty());
    let none = titles.map(|(title, _)| format!("none for {title}"));
    let custom = union.other.map(|_| words::CUSTOM.to_owned());
    words::one_of(tags.chain(none).chain(custom))
}

fn draft(found: String) -> Words {
    Words::new("nothing of this name in the stable protocol", found)
}

fn format_limit(bound: &str, limit: f64) -> String {
    format!("a number of {bound} {limit}")
}
