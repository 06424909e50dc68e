//! From JSON Schema to nodes.
//!
//! A value's schema is a conjunction of parts: the schema itself, what its `$ref` and `allOf` lead
//! to, and one branch of each union. Parts are found by their address in the document, which lives
//! as long as the process, so two ways to the same conjunction give the same node.

use super::keywords::{
    Part, Step, as_part, check_keywords, constrains, flag, forbidden, integer_format, is_null_type,
    list, scalar, type_set, types_of,
};
use super::{
    Ban, Branch, Enum, EnumValue, Node, NodeId, Object, Property, Schema, Shape, Tagged, Types,
};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

pub(super) fn compile(document: &'static Value) -> Result<Schema, String> {
    let defs = document["$defs"].as_object().ok_or("no $defs")?;
    let named = defs.iter().filter_map(|(name, def)| Some((def.as_object()?, name.as_str())));
    let names = named.map(|(part, name)| (Step::whole(part).address(), name)).collect();
    let mut compiler = Compiler { defs, names, nodes: Vec::new(), known: BTreeMap::new() };
    let mut definitions = BTreeMap::new();
    for (name, def) in defs {
        let part = as_part(def).map_err(|e| format!("{name}: {e}"))?;
        let id = compiler.node(&[Step::whole(part)]).map_err(|e| format!("{name}: {e}"))?;
        definitions.insert(name.as_str(), id);
    }
    let nodes: Option<Vec<Node>> = compiler.nodes.into_iter().collect();
    Ok(Schema { nodes: nodes.ok_or("a node was left open")?, definitions })
}

struct Compiler {
    defs: Part,
    /// The definitions, by the address of their part.
    names: BTreeMap<usize, &'static str>,
    /// `None` while a node is being made.
    nodes: Vec<Option<Node>>,
    known: BTreeMap<Vec<(usize, bool)>, NodeId>,
}

impl Compiler {
    fn node(&mut self, steps: &[Step]) -> Result<NodeId, String> {
        let steps = self.expand(steps)?;
        let mut key: Vec<_> = steps.iter().map(|s| (s.address(), s.chosen)).collect();
        key.sort_unstable();
        if let Some(&id) = self.known.get(&key) {
            return Ok(id);
        }
        let id = NodeId(self.nodes.len());
        self.nodes.push(None);
        self.known.insert(key, id);
        let node = self.build(&steps)?;
        self.nodes[id.0] = Some(node);
        Ok(id)
    }

    /// The steps and all that they refer to, each part once, in reading order.
    fn expand(&self, steps: &[Step]) -> Result<Vec<Step>, String> {
        let mut out: Vec<Step> = Vec::new();
        // A part whose branch has been chosen must win over the same part found through a reference.
        let chosen: Vec<usize> = steps.iter().filter(|s| s.chosen).map(Step::address).collect();
        let mut todo: Vec<Step> = steps.iter().rev().copied().collect();
        while let Some(mut step) = todo.pop() {
            step.chosen = chosen.contains(&step.address());
            if out.iter().any(|s| s.address() == step.address()) {
                continue;
            }
            out.push(step);
            let mut inner = Vec::new();
            if let Some(target) = step.part.get("$ref") {
                inner.push(Step::whole(self.target(target)?));
            }
            for part in list(step.part, "allOf")? {
                inner.push(Step::whole(as_part(part)?));
            }
            todo.extend(inner.into_iter().rev());
        }
        Ok(out)
    }

    fn target(&self, reference: &'static Value) -> Result<Part, String> {
        reference
            .as_str()
            .and_then(|r| r.strip_prefix("#/$defs/"))
            .and_then(|name| self.defs.get(name))
            .and_then(Value::as_object)
            .ok_or_else(|| format!("no definition for {reference}"))
    }

    fn build(&mut self, steps: &[Step]) -> Result<Node, String> {
        for step in steps {
            check_keywords(step.part)?;
        }
        let names = self.names(steps);
        let unstable = steps.first().is_some_and(|s| flag(s.part, "x-unstable"));
        let finish = |types, nullable, shape| Node { types, nullable, shape, names, unstable };

        let union = steps.iter().position(|s| !s.chosen && union_of(s.part).is_some());
        let Some(at) = union else {
            let types = types_of(steps)?;
            let shape = self.plain(steps)?;
            return Ok(finish(types, false, shape));
        };
        let branches = union_of(steps[at].part).map_or(&[][..], Vec::as_slice);
        let branches = branches.iter().map(as_part).collect::<Result<Vec<_>, _>>()?;

        if let [shape, null] = branches[..]
            && is_null_type(null)
        {
            // Other parts may only annotate: else null would have to suit them, too.
            if steps.iter().enumerate().any(|(i, s)| i != at && constrains(s.part)) {
                return Err("a nullable union beside other constraints".to_owned());
            }
            let inner = self.node(&[Step::whole(shape)])?;
            let inner = self.nodes[inner.0].clone().ok_or("a definition that nests itself")?;
            return Ok(Node { nullable: true, ..inner });
        }
        if let Some((set, types)) = enumeration(&branches)? {
            return Ok(finish(types, false, Shape::Enum(Box::new(set))));
        }
        let mut base = steps.to_vec();
        base[at].chosen = true;
        let mut nodes = Vec::with_capacity(branches.len());
        let mut types = 0;
        let tag = tag_field(&branches);
        for branch in &branches {
            let mut all = base.clone();
            all.push(Step::whole(branch));
            if let Some(tag) = tag {
                // So that the tag counts as known where a branch asks for none.
                all.push(Step::whole(as_part(any_value(tag))?));
            }
            let id = self.node(&all)?;
            nodes.push(id);
            let node = self.nodes[id.0].as_ref().ok_or("a union that nests itself")?;
            types |= node.types.0 | if node.nullable { Types::NULL.0 } else { 0 };
        }
        let shape = match tag {
            Some(_) if types != Types::OBJECT.0 => return Err("a tagged non-object".to_owned()),
            Some(field) => Shape::Tagged(Box::new(tagged(field, &branches, &nodes)?)),
            None => Shape::Untagged(nodes),
        };
        Ok(finish(Types(types), false, shape))
    }

    fn names(&self, steps: &[Step]) -> Vec<&'static str> {
        steps.iter().filter_map(|step| self.names.get(&step.address()).copied()).collect()
    }

    /// The shape of a conjunction without unions.
    fn plain(&mut self, steps: &[Step]) -> Result<Shape, String> {
        let consts: Vec<_> = steps.iter().filter_map(|s| s.part.get("const")).collect();
        if let Some(&value) = consts.first() {
            if consts.iter().any(|other| *other != value) {
                return Err("two constants for one value".to_owned());
            }
            let values = vec![EnumValue { value, unstable: false }];
            return Ok(Shape::Enum(Box::new(Enum { values, open: false, integer: None })));
        }
        let items = steps.iter().filter_map(|s| s.part.get("items"));
        let items: Vec<Step> =
            items.map(|v| as_part(v).map(Step::whole)).collect::<Result<_, _>>()?;
        let items = if items.is_empty() { None } else { Some(self.node(&items)?) };
        let object = self.object(steps)?.map(Box::new);
        let scalar = scalar(steps)?.map(Box::new);
        Ok(Shape::Plain { scalar, object, items })
    }

    fn object(&mut self, steps: &[Step]) -> Result<Option<Object>, String> {
        let mut parts: Vec<(&'static str, Vec<Step>)> = Vec::new();
        let mut required: Vec<&'static str> = Vec::new();
        let mut object = Object::default();
        for step in steps {
            let properties = step.part.get("properties").and_then(Value::as_object);
            for (name, property) in properties.into_iter().flatten() {
                let part = Step::whole(as_part(property)?);
                match parts.iter_mut().find(|(known, _)| known == name) {
                    Some((_, parts)) => parts.push(part),
                    None => parts.push((name, vec![part])),
                }
            }
            required.extend(list(step.part, "required")?.iter().filter_map(Value::as_str));
            match step.part.get("additionalProperties") {
                None => {}
                Some(Value::Bool(true)) => object.open = true,
                Some(rest) => {
                    object.rest = Some(self.node(&[Step::whole(as_part(rest)?)])?);
                    object.open = true;
                }
            }
            object.open |= step.part.contains_key("unevaluatedProperties");
            if let Some(names) = step.part.get("propertyNames") {
                let beside = list(step.part, "required")?.first().and_then(Value::as_str);
                let beside = beside.unwrap_or_default();
                let bans = forbidden(names)?.into_iter().map(|name| Ban { name, beside });
                object.forbidden.extend(bans);
            }
        }
        for name in &required {
            if !parts.iter().any(|(known, _)| known == name) {
                parts.push((name, Vec::new()));
            }
        }
        if parts.is_empty() && !object.open && object.forbidden.is_empty() {
            return Ok(None);
        }
        // Not `properties: 64` or more: see `Object::required`.
        if parts.len() > 64 {
            return Err("more than 64 fields".to_owned());
        }
        for (i, (name, parts)) in parts.into_iter().enumerate() {
            let is_required = required.contains(&name);
            object.required |= u64::from(is_required) << i;
            let any = |key| parts.iter().any(|s| flag(s.part, key));
            object.properties.push(Property {
                name,
                required: is_required,
                unstable: any("x-unstable"),
                default_on_error: any("x-deserialize-default-on-error"),
                default_on_null: any("x-deserialize-default-on-null"),
                skip_invalid_items: any("x-deserialize-skip-invalid-items"),
                node: self.node(&parts)?,
            });
        }
        Ok(Some(object))
    }
}

/// An object schema that lets a field be anything; kept for as long as the document.
fn any_value(field: &str) -> &'static Value {
    Box::leak(Box::new(json!({"properties": {field: {}}})))
}

fn tagged(field: &'static str, branches: &[Part], nodes: &[NodeId]) -> Result<Tagged, String> {
    let mut out = Tagged { field, branches: Vec::new(), other: None, untagged: Vec::new() };
    let mut excluded: Option<Vec<&str>> = None;
    for (&branch, &node) in branches.iter().zip(nodes) {
        if let Some(tag) = const_tag(branch, field) {
            out.branches.push(Branch { tag, node, unstable: flag(branch, "x-unstable") });
        } else if let Some(not) = branch.get("not") {
            let alternatives = list(as_part(not)?, "anyOf")?;
            let tags: Option<Vec<_>> = alternatives
                .iter()
                .map(|part| part.as_object().and_then(|part| const_tag(part, field)))
                .collect();
            excluded = Some(tags.ok_or("a `not` that is no list of tags")?);
            out.other = Some(node);
        } else {
            let title = branch.get("title").and_then(Value::as_str).unwrap_or_default();
            out.untagged.push((title, node));
        }
    }
    if let Some(mut excluded) = excluded {
        let mut tags: Vec<&str> = out.branches.iter().map(|b| b.tag).collect();
        tags.sort_unstable();
        excluded.sort_unstable();
        if tags != excluded {
            return Err(format!("the last branch excludes {excluded:?}, the others take {tags:?}"));
        }
    }
    Ok(out)
}

/// The field that tells the branches of a union apart: required and constant in most of them.
fn tag_field(branches: &[Part]) -> Option<&'static str> {
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for branch in branches {
        let properties = branch.get("properties").and_then(Value::as_object);
        for name in properties.into_iter().flat_map(Map::keys) {
            if const_tag(branch, name).is_some() {
                *counts.entry(name).or_default() += 1;
            }
        }
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(name, _)| name)
}

fn const_tag(branch: &'static Map<String, Value>, field: &str) -> Option<&'static str> {
    let required = branch.get("required")?.as_array()?.iter().any(|name| name == field);
    let tag = branch.get("properties")?.get(field)?.get("const")?.as_str()?;
    required.then_some(tag)
}

/// A union of constants, with or without a last branch that takes any value of their type.
fn enumeration(branches: &[Part]) -> Result<Option<(Enum, Types)>, String> {
    let mut set = Enum { values: Vec::new(), open: false, integer: None };
    let mut types = 0;
    for branch in branches {
        let simple = |key: &String| {
            matches!(key.as_str(), "type" | "const" | "title" | "format" | "x-unstable")
        };
        if !branch.keys().all(simple) {
            return Ok(None);
        }
        types |= type_set(branch)?.0;
        match branch.get("const") {
            Some(value) => {
                set.values.push(EnumValue { value, unstable: flag(branch, "x-unstable") });
            }
            None if set.open => return Ok(None),
            None => {
                set.open = true;
                set.integer = integer_format(branch)?;
            }
        }
    }
    let one_type = types == Types::STRING.0 || types == Types::INTEGER.0;
    Ok((one_type && !set.values.is_empty()).then_some((set, Types(types))))
}

fn union_of(part: Part) -> Option<&'static Vec<Value>> {
    part.get("anyOf").or_else(|| part.get("oneOf"))?.as_array()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compiled(def: &Value) -> Result<Schema, String> {
        compile(Box::leak(Box::new(json!({"$defs": {"A": def}}))))
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        assert!(compiled(&json!({"type": "string"})).is_ok());
        for (def, why) in [
            (json!({"pattern": "^a"}), "the keyword pattern"),
            (json!({"type": "tuple"}), "type \"tuple\""),
            (json!({"additionalProperties": false}), "the keyword additionalProperties"),
            (json!({"$ref": "#/$defs/B"}), "no definition"),
            (json!({"format": "hostname"}), "format"),
            (json!({"properties": {"a": {"patternProperties": {}}}}), "patternProperties"),
            (json!({"type": "string", "allOf": [{"type": "number"}]}), "no type is left"),
            (json!({"propertyNames": {"pattern": "a"}}), "is no schema"),
            (json!(true), "is no schema"),
        ] {
            let error = compiled(&def).unwrap_err();
            assert!(error.contains(why) && error.starts_with("A: "), "{error}");
        }
    }
}
