//! The validator gives the verdict of a stock JSON Schema validator, on anything.
//!
//! Values are grown from the schema itself, then damaged. Both are steered by a list of bytes, which
//! proptest shrinks well.

use acp_scope::core::protocol::Protocol;
use acp_scope::core::protocol::issue::{Issue, IssueClass, IssueCode};
use acp_scope::core::protocol::schema::Schema;
use acp_scope::core::tree;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, OnceLock};

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn same_verdict_as_the_oracle(
        version in 1u16..=2,
        definition in any::<prop::sample::Index>(),
        steps in prop::collection::vec(any::<u8>(), 0..120),
        damage in 0usize..4,
    ) {
        let names: Vec<&str> = protocol(version).schema().definitions().collect();
        let name = names[definition.index(names.len())];
        same_verdict(version, name, &steps, damage);
    }
}

/// All definitions, not only those that chance picks.
#[test]
fn same_verdict_on_every_definition() {
    let mut valid = 0;
    let mut total = 0;
    for version in [1, 2] {
        for name in protocol(version).schema().definitions() {
            for seed in 0..12 {
                let steps: Vec<u8> = (0..90u64).map(|i| mix(seed * 977 + i)).collect();
                total += 1;
                valid += usize::from(same_verdict(version, name, &steps, seed as usize % 4));
            }
        }
    }
    // Else the test would only look at one side of the line.
    assert!(valid * 4 > total && valid * 4 < total * 3, "{valid} of {total} valid");
}

/// One damage to a valid value gives at most one fault.
#[test]
fn one_mistake_gives_one_fault() {
    let mut damaged = 0;
    for version in [1, 2] {
        for name in protocol(version).schema().definitions() {
            for seed in 0..40u64 {
                let steps: Vec<u8> = (0..120u64).map(|i| mix(seed * 7919 + i)).collect();
                let mut choices = Choices(steps.iter());
                let whole =
                    grow(document(version), &document(version)["$defs"][name], &mut choices, 0);
                if !faults(version, name, &whole).is_empty() {
                    continue;
                }
                let mut value = whole.clone();
                hurt(&mut value, &mut choices);
                let found = faults(version, name, &value);
                damaged += usize::from(!found.is_empty());
                // An item without any of its fields is one mistake with several names.
                let places: BTreeSet<_> = found.iter().map(|f| (&f.pointer, f.code)).collect();
                assert!(places.len() <= 1, "{name}\n{whole}\n{value}\n{found:#?}");
            }
        }
    }
    assert!(damaged > 1000, "{damaged}");
}

fn same_verdict(version: u16, name: &str, steps: &[u8], damage: usize) -> bool {
    let mut choices = Choices(steps.iter());
    let mut value = grow(document(version), &document(version)["$defs"][name], &mut choices, 0);
    for _ in 0..damage {
        hurt(&mut value, &mut choices);
    }
    let found = protocol(version).schema().check(name, &tree::Value::from(&value));
    for issue in &found {
        assert!(value.pointer(&issue.pointer).is_some(), "{issue:?} points nowhere in {value}");
        assert!(!issue.message().is_empty());
    }
    let valid = oracle(version, name, &value);
    let faults: Vec<&Issue> = found.iter().filter(|i| i.class() == IssueClass::Fault).collect();
    assert_eq!(faults.is_empty(), valid, "v{version} {name}\n{value}\n{faults:#?}");
    valid
}

fn faults(version: u16, name: &str, value: &Value) -> Vec<Issue> {
    let mut found = protocol(version).schema().check(name, &tree::Value::from(value));
    found.retain(|issue| issue.class() == IssueClass::Fault);
    found
}

fn protocol(version: u16) -> &'static Protocol {
    Protocol::of_version(u64::from(version)).unwrap()
}

fn document(version: u16) -> &'static Value {
    static DOCUMENTS: OnceLock<[Value; 2]> = OnceLock::new();
    let documents = DOCUMENTS.get_or_init(|| {
        [include_str!("../schema/v1.json"), include_str!("../schema/v2.json")]
            .map(|text| serde_json::from_str(text).unwrap())
    });
    &documents[usize::from(version) - 1]
}

fn oracle(version: u16, name: &str, value: &Value) -> bool {
    type Made = BTreeMap<(u16, String), jsonschema::Validator>;
    static MADE: Mutex<Made> = Mutex::new(BTreeMap::new());
    let mut made = MADE.lock().unwrap();
    let validator = made.entry((version, name.to_owned())).or_insert_with(|| {
        let defs = &document(version)["$defs"];
        let mut wanted = Map::new();
        reachable(defs, name, &mut wanted);
        jsonschema::draft202012::new(&json!({"$ref": format!("#/$defs/{name}"), "$defs": wanted}))
            .unwrap()
    });
    validator.is_valid(value)
}

/// Only what a definition refers to, so that the oracle compiles fast.
fn reachable(defs: &Value, name: &str, out: &mut Map<String, Value>) {
    if out.contains_key(name) {
        return;
    }
    out.insert(name.to_owned(), defs[name].clone());
    let text = defs[name].to_string();
    for part in text.split("#/$defs/").skip(1) {
        reachable(defs, part.split('"').next().unwrap(), out);
    }
}

struct Choices<'a>(std::slice::Iter<'a, u8>);

impl Choices<'_> {
    fn pick(&mut self, below: usize) -> usize {
        let byte = self.0.next().copied().unwrap_or(0);
        if below == 0 { 0 } else { usize::from(byte) % below }
    }
}

fn mix(seed: u64) -> u8 {
    let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0x2545_F491_4F6C_DD1D;
    x ^= x >> 29;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (x >> 56) as u8
}

/// A value that mostly fits the schema.
fn grow(document: &Value, schema: &Value, choices: &mut Choices<'_>, depth: usize) -> Value {
    if let Some(value) = schema.get("const") {
        return value.clone();
    }
    if let Some(target) = schema["$ref"].as_str() {
        let name = target.trim_start_matches("#/$defs/");
        return grow(document, &document["$defs"][name], choices, depth);
    }
    let mut value = None;
    for key in ["allOf", "anyOf", "oneOf"] {
        if let Some(branches) = schema[key].as_array() {
            let picked = choices.pick(branches.len());
            let parts = if key == "allOf" { &branches[..] } else { &branches[picked..=picked] };
            for part in parts {
                value = Some(join(value, grow(document, part, choices, depth)));
            }
        }
    }
    let types: Vec<&str> = match &schema["type"] {
        Value::String(one) => vec![one],
        Value::Array(many) => many.iter().filter_map(Value::as_str).collect(),
        _ if schema.get("properties").is_some() => vec!["object"],
        _ if value.is_some() => return value.unwrap_or_default(),
        _ => vec!["null", "boolean", "integer", "number", "string", "array", "object"],
    };
    let grown = match types[choices.pick(types.len())] {
        "null" => Value::Null,
        "boolean" => json!(choices.pick(2) == 0),
        "integer" => json!([0, 1, 7, 65535][choices.pick(4)]),
        "number" => [json!(0.5), json!(1), json!(1.0)][choices.pick(3)].clone(),
        "string" => json!(["a", "text", "s1", "_x", "é"][choices.pick(5)]),
        "array" => {
            let least = usize::from(schema["minItems"].as_u64() == Some(1));
            let count = if depth > 5 { least } else { choices.pick(3).max(least) };
            (0..count).map(|_| grow(document, &schema["items"], choices, depth + 1)).collect()
        }
        _ => {
            let mut map = Map::new();
            let required: Vec<&str> = schema["required"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            for (name, property) in schema["properties"].as_object().into_iter().flatten() {
                if required.contains(&name.as_str()) || (depth < 5 && choices.pick(3) == 0) {
                    map.insert(name.clone(), grow(document, property, choices, depth + 1));
                }
            }
            if schema["additionalProperties"].is_object() && depth < 5 {
                let inner = grow(document, &schema["additionalProperties"], choices, depth + 1);
                map.insert("any".to_owned(), inner);
            }
            Value::Object(map)
        }
    };
    join(value, grown)
}

fn join(base: Option<Value>, more: Value) -> Value {
    match (base, more) {
        (Some(Value::Object(mut base)), Value::Object(more)) => {
            for (key, value) in more {
                base.entry(key).or_insert(value);
            }
            Value::Object(base)
        }
        (Some(Value::Object(base)), _) => Value::Object(base),
        (_, more) => more,
    }
}

/// One mistake somewhere.
fn hurt(value: &mut Value, choices: &mut Choices<'_>) {
    let inner = match value {
        Value::Object(map) => map.len(),
        Value::Array(list) => list.len(),
        _ => 0,
    };
    if inner > 0 && choices.pick(4) != 0 {
        let at = choices.pick(inner);
        let next = match value {
            Value::Object(map) => map.values_mut().nth(at),
            Value::Array(list) => list.get_mut(at),
            _ => None,
        };
        return next.map_or((), |next| hurt(next, choices));
    }
    let kind = choices.pick(4);
    match value {
        Value::Object(map) if kind == 0 && !map.is_empty() => {
            let key = map.keys().nth(choices.pick(map.len())).cloned().unwrap_or_default();
            map.remove(&key);
        }
        Value::Object(map) if kind == 1 && !map.is_empty() => {
            let key = map.keys().nth(choices.pick(map.len())).cloned().unwrap_or_default();
            let old = map.remove(&key).unwrap_or_default();
            map.insert(format!("{key}s"), old);
        }
        Value::Object(map) if kind == 2 => {
            map.insert("extra".to_owned(), json!(1));
        }
        Value::Array(list) if kind == 0 && !list.is_empty() => {
            list.remove(choices.pick(list.len()));
        }
        Value::Array(list) if kind == 1 => list.push(json!("odd")),
        Value::String(text) if kind == 0 => text.push('s'),
        _ => {
            let new = scalar(choices);
            // An object in the place of another one is more than one mistake.
            if !(value.is_object() && new.is_object()) {
                *value = new;
            }
        }
    }
}

fn scalar(choices: &mut Choices<'_>) -> Value {
    let all = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.0),
        json!(1.5),
        json!(70000),
        json!(5_000_000_000u64),
        json!(1e300),
        json!(""),
        json!("text"),
        json!("_custom"),
        json!("http"),
        json!([]),
        json!(["a"]),
        json!([{}]),
        json!({}),
        json!({"type": "text"}),
    ];
    all[choices.pick(all.len())].clone()
}

#[test]
fn a_deep_or_large_value_is_no_problem() {
    let mut deep = json!({});
    // serde_json reads no deeper than 128.
    for _ in 0..60 {
        deep = json!({"content": [deep], "update": 1});
    }
    let found = protocol(1).schema().check("SessionNotification", &tree::Value::from(&deep));
    assert!(found.iter().any(|issue| issue.code == IssueCode::MissingField));
    let many: Vec<Value> = (0..100_000).map(|i| json!(i)).collect();
    let wide = json!({"sessionId": "s", "prompt": many});
    let schema = protocol(1).schema();
    let found = schema.check("PromptRequest", &tree::Value::from(&wide));
    assert_eq!(found.len(), Schema::MOST_ISSUES);
    let names: Map<String, Value> = (0..100_000).map(|i| (format!("x{i}"), json!(i))).collect();
    let found = schema.check("PromptRequest", &tree::Value::from(&Value::Object(names)));
    // The two missing fields and the first of the unknown ones.
    assert_eq!(found.len(), Schema::MOST_ISSUES / 2);
    assert_eq!(found.iter().filter(|i| i.code == IssueCode::MissingField).count(), 2);
}
