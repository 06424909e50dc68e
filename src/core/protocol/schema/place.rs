//! Where the walk stands: a chain on the stack, which becomes a pointer when there is something to
//! report.

use super::{NodeId, Property, Schema};
use crate::core::protocol::issue::LeniencyKind;
use crate::core::tree::Value;
use std::fmt::Write;

/// Where the walk stands.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub(super) up: Option<&'p Place<'p>>,
    pub(super) step: Step<'p>,
    pub(super) node: NodeId,
    pub(super) lenient: Option<Lenient>,
    pub(super) unstable: bool,
}

#[derive(Clone, Copy)]
pub(super) enum Step<'p> {
    Root,
    Field(&'p str),
    Item(usize),
    /// A branch of a union: another node for the same value.
    Branch,
}

/// The nearest leniency around a place, and how many steps of the pointer lead to what it drops.
#[derive(Clone, Copy)]
pub(super) struct Lenient {
    pub(super) kind: LeniencyKind,
    pub(super) steps: usize,
}

impl<'p> Place<'p> {
    pub(super) fn branch(&'p self, node: NodeId, unstable: bool) -> Place<'p> {
        let unstable = self.unstable || unstable;
        Place { up: Some(self), step: Step::Branch, node, lenient: self.lenient, unstable }
    }

    pub(super) fn field(&'p self, property: &'p Property, value: &Value<'_>) -> Place<'p> {
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

    pub(super) fn other_field(&'p self, name: &'p str, node: NodeId) -> Place<'p> {
        Place { up: Some(self), step: Step::Field(name), node, ..*self }
    }

    pub(super) fn item(&'p self, index: usize, node: NodeId, skips: bool) -> Place<'p> {
        let lenient = if skips {
            Some(Lenient { kind: LeniencyKind::ItemSkipped, steps: self.steps() + 1 })
        } else {
            self.lenient
        };
        Place { up: Some(self), step: Step::Item(index), node, lenient, ..*self }
    }

    pub(super) fn chain(&'p self) -> impl Iterator<Item = &'p Place<'p>> {
        std::iter::successors(Some(self), |place| place.up)
    }

    pub(super) fn steps(&self) -> usize {
        self.chain().filter(|p| matches!(p.step, Step::Field(_) | Step::Item(_))).count()
    }

    pub(super) fn pointer(&self, steps: usize) -> String {
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

    pub(super) fn trail(&self, schema: &Schema) -> Vec<&'static str> {
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

pub(super) fn push_step(out: &mut String, name: &str) {
    out.push('/');
    for c in name.chars() {
        match c {
            '~' => out.push_str("~0"),
            '/' => out.push_str("~1"),
            c => out.push(c),
        }
    }
}
