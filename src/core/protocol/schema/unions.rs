//! Which branch of a union a value is meant to be, so that only that branch's issues are reported.

use super::place::{Lenient, Place, Step};
use super::walk::{Tally, Walk, Words, draft};
use super::words::{self, found, quoted};
use super::{Branch, Node, NodeId, Tagged, Types};
use crate::core::protocol::issue::{Issue, IssueCode, LeniencyKind};
use crate::core::protocol::near;
use crate::core::tree::Value;

impl Walk<'_> {
    pub(super) fn tagged(&mut self, place: &Place<'_>, union: &Tagged, value: &Value<'_>) {
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
                let is_tag = |value: &Value<'_>| union.branches.iter().any(|b| *value == b.tag);
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
                    Words::missing(union.field, &tags, near)
                });
            }
        }
    }

    fn known_tag(&mut self, place: &Place<'_>, union: &Tagged, branch: &Branch, value: &Value<'_>) {
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
        value: &Value<'_>,
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
        value: &Value<'_>,
    ) -> Option<&'static str> {
        let mut fitting = union
            .branches
            .iter()
            .filter(|branch| self.cost(place, branch.node, value).lacks_one_field_only());
        let first = fitting.next().map(|branch| branch.tag);
        if fitting.next().is_none() || !union.untagged.is_empty() { first } else { None }
    }

    pub(super) fn untagged(&mut self, place: &Place<'_>, branches: &[NodeId], value: &Value<'_>) {
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
        value: &Value<'_>,
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
    fn lacking(
        &mut self,
        place: &Place<'_>,
        id: NodeId,
        value: &Value<'_>,
    ) -> Option<&'static str> {
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
        value: &Value<'_>,
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

    fn fits(&mut self, place: &Place<'_>, id: NodeId, value: &Value<'_>) -> bool {
        self.cost(place, id, value).faults == 0
    }

    fn cost(&mut self, place: &Place<'_>, id: NodeId, value: &Value<'_>) -> Tally {
        let before = (std::mem::take(&mut self.tally), std::mem::replace(&mut self.quiet, true));
        self.node(&place.branch(id, false), value);
        let cost = self.tally;
        (self.tally, self.quiet) = before;
        cost
    }
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
