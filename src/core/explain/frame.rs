//! A frame, gone through beside the shapes of the protocol: what is in it, and what it means.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::{Map, Value};

use super::catalogue::catalogue;
use super::{field, method, variant};
use crate::core::frame::Dir;
use crate::core::message::{self, Kind};
use crate::core::protocol::Protocol;
use crate::core::protocol::errors;
use crate::core::protocol::methods::CallKind;

/// Groups and fields that are told of one frame.
const MOST: usize = 400;
/// Values inside of each other that are followed.
const DEEPEST: usize = 60;
/// Items of a list that are looked at: they are of one type.
const ITEMS: usize = 200;
/// Characters of a value that are shown.
const SHOWN: usize = 80;

/// What a frame is and holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Explained {
    /// What it is, in a sentence or two.
    pub what: String,
    /// When it may be sent.
    pub when: Option<String>,
    /// On which condition.
    pub condition: Option<String>,
    /// What may come next.
    pub next: Option<String>,
    /// The page of the specification.
    pub link: Option<String>,
    /// The fields that are there, by type.
    pub groups: Vec<Group>,
}

/// A type that occurs, and those of its fields that do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The type's name in the schema; empty for the envelope.
    pub of: String,
    /// What it is.
    pub what: String,
    /// Where the first of it stands.
    pub pointer: String,
    /// How many of it there are.
    pub times: usize,
    /// Its fields, in the order of the frame.
    pub fields: Vec<Entry>,
}

/// A field that is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Where it stands for the first time.
    pub pointer: String,
    /// What it means; absent for a field that the protocol does not know.
    pub meaning: Option<String>,
    /// The value that stands there, cut short.
    pub value: String,
    /// What this value means, where it is one of several.
    pub value_meaning: Option<String>,
    /// Only the draft protocol has it.
    pub draft: bool,
}

/// Explains a frame. `asked` is the method, of a response that of the request that it answers; `raw` may be anything.
#[must_use]
pub fn frame(kind: Kind, dir: Dir, asked: Option<&str>, raw: &[u8]) -> Explained {
    let mut out = Explained::default();
    let value = match message::value(raw) {
        Some(value) => value,
        None => {
            "This is not JSON, so it is no message of the protocol: a line that should not be on this stream, or \
             one that was cut."
                .clone_into(&mut out.what);
            return out;
        }
    };
    let update = value.pointer("/params/update/sessionUpdate").and_then(Value::as_str);
    say(&mut out, kind, asked, update, &value);
    let Some(map) = value.as_object() else { return out };
    let mut walk = Walk { groups: Vec::new(), places: BTreeMap::new(), told: 0 };
    let protocol = Protocol::v1();
    let called = asked.and_then(|name| protocol.method(name));
    let call_of = |dir, kind| called.and_then(|m| m.call(dir, kind));
    match kind {
        Kind::Request | Kind::Notification => {
            let form =
                if kind == Kind::Request { CallKind::Request } else { CallKind::Notification };
            let call = call_of(dir, form).or_else(|| called.and_then(|m| m.calls.first()));
            if let (Some(call), Some(params)) = (call, map.get("params")) {
                walk.definition(call.params, params, "/params", 0);
            }
        }
        Kind::Response => {
            let result = call_of(dir.opposite(), CallKind::Request).and_then(|c| c.result);
            if let (Some(name), Some(result)) = (result, map.get("result")) {
                walk.definition(name, result, "/result", 0);
            }
        }
        Kind::Error => {
            if let Some(error) = map.get("error") {
                walk.definition("Error", error, "/error", 0);
            }
        }
        Kind::Batch | Kind::Invalid => {}
    }
    // The envelope is the same for all, and comes last.
    walk.envelope(kind, map);
    out.groups = walk.groups;
    out
}

fn say(out: &mut Explained, kind: Kind, asked: Option<&str>, update: Option<&str>, value: &Value) {
    let known = asked.and_then(|name| Some((Protocol::v1().method(name)?, method(name)?)));
    out.link = asked.and_then(super::link);
    match (kind, known) {
        (Kind::Batch, _) => {
            "A batch: several messages in one line. Version 1 of the protocol has no use for it."
                .clone_into(&mut out.what);
        }
        (Kind::Invalid, _) => {
            "JSON, and no message of JSON-RPC: it has neither a method nor a result nor an error."
                .clone_into(&mut out.what);
        }
        (Kind::Request | Kind::Notification, Some((m, words))) => match update.and_then(variant) {
            Some(v) => {
                v.say.clone_into(&mut out.what);
                out.when = Some(v.when.to_owned());
                out.next = Some(v.next.to_owned());
                out.condition = update.and_then(super::variant_condition);
            }
            None => {
                words.ask.clone_into(&mut out.what);
                out.when = Some(words.when.to_owned());
                out.next = Some(words.next.to_owned());
                out.condition = super::condition(m);
            }
        },
        (Kind::Response, Some((_, words))) => {
            words.answer.clone_into(&mut out.what);
            let next = if words.then.is_empty() { words.next } else { words.then };
            out.next = Some(next.to_owned());
        }
        (Kind::Error, known) => {
            let code = value.pointer("/error/code").and_then(Value::as_i64);
            let named =
                code.and_then(errors::known).map_or(String::new(), |e| format!(" ({})", e.name));
            out.what = match known {
                Some((_, words)) => format!("The request failed{named}. {}", words.fails),
                None => format!("The request failed{named}."),
            };
        }
        (Kind::Response, None) => {
            "A result, and the recording has no request that it answers, or one of a method that the protocol does \
             not know."
                .clone_into(&mut out.what);
        }
        (Kind::Request | Kind::Notification, None) => {
            let name = asked.unwrap_or("");
            out.what = if name.starts_with('_') {
                format!(
                    "`{name}` is a method of its own that the two sides have agreed upon: its name begins with `_`."
                )
            } else {
                format!("`{name}` is no method of version 1 of the protocol.")
            };
        }
    }
}

fn definitions() -> &'static Map<String, Value> {
    static DEFINITIONS: OnceLock<Map<String, Value>> = OnceLock::new();
    DEFINITIONS.get_or_init(|| {
        let schema: Value =
            serde_json::from_str(include_str!("../../../schema/v1.json")).unwrap_or_default();
        match schema {
            Value::Object(mut schema) => match schema.remove("$defs") {
                Some(Value::Object(all)) => all,
                _ => Map::new(),
            },
            _ => Map::new(),
        }
    })
}

/// The object tables that apply to a value, each with the type that it belongs to.
type Tables<'a> = Vec<(&'a str, &'a Map<String, Value>)>;

struct Walk {
    groups: Vec<Group>,
    places: BTreeMap<String, usize>,
    told: usize,
}

impl Walk {
    fn envelope(&mut self, kind: Kind, map: &Map<String, Value>) {
        let id = match kind {
            Kind::Request => "Names the request, so that its answer can be told from others.",
            _ => "The id of the request that is answered.",
        };
        let mut fields = Vec::new();
        for (name, value) in map {
            let meaning = match name.as_str() {
                "jsonrpc" => Some("The version of JSON-RPC, always \"2.0\"."),
                "id" => Some(id),
                "method" => Some("What is asked for, or told."),
                "params" => Some("What the method needs to know."),
                "result" => Some("What the request has brought."),
                "error" => Some("Why the request failed."),
                _ => None,
            };
            fields.push(entry(name, &format!("/{}", escaped(name)), meaning, value, None, false));
        }
        self.groups.push(Group {
            of: String::new(),
            what: "The envelope: JSON-RPC, the same for all methods.".to_owned(),
            pointer: String::new(),
            times: 1,
            fields,
        });
    }

    fn definition(&mut self, name: &str, value: &Value, pointer: &str, depth: usize) {
        if let Some((name, node)) = definitions().get_key_value(name) {
            self.value(name, node, value, pointer, depth);
        }
    }

    /// Goes through a value; `of` is the type that the node belongs to.
    fn value(
        &mut self,
        of: &'static str,
        node: &'static Value,
        value: &Value,
        pointer: &str,
        depth: usize,
    ) {
        if depth > DEEPEST || self.told >= MOST {
            return;
        }
        let mut tables = Tables::new();
        let mut other = Vec::new();
        collect(of, node, value, &mut tables, &mut other, 0);
        match value {
            Value::Object(map) => {
                if !tables.is_empty() {
                    self.object(&tables, map, pointer, depth);
                }
                for (of, node) in other {
                    if let Some(each) = node.get("additionalProperties").filter(|n| n.is_object()) {
                        for (key, value) in map.iter().take(ITEMS) {
                            self.value(
                                of,
                                each,
                                value,
                                &format!("{pointer}/{}", escaped(key)),
                                depth + 1,
                            );
                        }
                    }
                }
            }
            Value::Array(items) => {
                for (of, node) in other {
                    if let Some(each) = node.get("items") {
                        for (i, item) in items.iter().take(ITEMS).enumerate() {
                            self.value(of, each, item, &format!("{pointer}/{i}"), depth + 1);
                        }
                    }
                }
            }
            _ => {}
        }
    }

    fn object(
        &mut self,
        tables: &Tables<'static>,
        map: &Map<String, Value>,
        pointer: &str,
        depth: usize,
    ) {
        // The innermost type is the one that people know: `ToolCall`, and not `SessionUpdate`.
        let own = tables.last().map_or("", |(name, _)| name);
        for (name, _) in tables {
            self.group(name, pointer);
        }
        for (key, value) in map {
            let here = format!("{pointer}/{}", escaped(key));
            let found = tables.iter().rev().find_map(|(of, table)| {
                table.get_key_value(key).map(|(name, node)| (*of, name, node))
            });
            match found {
                None => self.field(own, key, &here, None, value, None, false),
                Some((of, name, node)) => {
                    let word = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
                    let named = field(of, &format!("{name}={word}"));
                    let enumerated = named.or_else(|| word_of(node, &word));
                    let general =
                        field(of, name).or_else(|| named.map(|_| "Says of which kind this is."));
                    let draft = node.get("x-unstable") == Some(&Value::Bool(true));
                    self.field(of, key, &here, general, value, enumerated, draft);
                    if key != "_meta" {
                        self.value(of, node, value, &here, depth + 1);
                    }
                }
            }
        }
    }

    fn group(&mut self, of: &str, pointer: &str) {
        match self.places.get(of) {
            Some(&at) => self.groups[at].times += 1,
            None => {
                self.places.insert(of.to_owned(), self.groups.len());
                let what = catalogue().types.get(of).map_or("", |t| t.what);
                self.groups.push(Group {
                    of: of.to_owned(),
                    what: what.to_owned(),
                    pointer: pointer.to_owned(),
                    times: 1,
                    fields: Vec::new(),
                });
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the members of one entry")]
    fn field(
        &mut self,
        of: &str,
        name: &str,
        pointer: &str,
        meaning: Option<&str>,
        value: &Value,
        value_meaning: Option<&str>,
        draft: bool,
    ) {
        let Some(&at) = self.places.get(of).filter(|_| self.told < MOST) else { return };
        let group = &mut self.groups[at];
        // Once is enough, unless the value has a meaning of its own.
        let told = group.fields.iter().any(|f| {
            f.name == name
                && (value_meaning.is_none() || f.value_meaning.as_deref() == value_meaning)
        });
        if !told {
            group.fields.push(entry(name, pointer, meaning, value, value_meaning, draft));
            self.told += 1;
        }
    }
}

fn entry(
    name: &str,
    pointer: &str,
    meaning: Option<&str>,
    value: &Value,
    value_meaning: Option<&str>,
    draft: bool,
) -> Entry {
    Entry {
        name: name.to_owned(),
        pointer: pointer.to_owned(),
        meaning: meaning.map(ToOwned::to_owned),
        value: shown(value),
        value_meaning: value_meaning.map(ToOwned::to_owned),
        draft,
    }
}

/// The value in a few characters.
fn shown(value: &Value) -> String {
    let text = match value {
        Value::Object(map) if map.is_empty() => "{}".to_owned(),
        Value::Array(list) if list.is_empty() => "[]".to_owned(),
        Value::Object(map) => match map.len() {
            1 => "{ 1 field }".to_owned(),
            n => format!("{{ {n} fields }}"),
        },
        Value::Array(list) => match list.len() {
            1 => "[ 1 item ]".to_owned(),
            n => format!("[ {n} items ]"),
        },
        Value::String(text) => {
            let cut: String = text.chars().take(SHOWN).collect();
            return if cut.len() < text.len() {
                format!("\"{cut}…\"")
            } else {
                format!("\"{cut}\"")
            };
        }
        other => other.to_string(),
    };
    text.chars().take(SHOWN).collect()
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The meaning of a word of an enumeration that a field's node refers to.
fn word_of(node: &'static Value, word: &str) -> Option<&'static str> {
    let mut found = None;
    each_reference(node, 0, &mut |name| {
        found = found.or_else(|| {
            catalogue().types.get(name)?.lines.get(format!("={word}").as_str()).copied()
        });
    });
    found
}

fn each_reference(node: &'static Value, depth: usize, take: &mut impl FnMut(&'static str)) {
    if depth > 8 {
        return;
    }
    if let Some(name) = reference(node) {
        take(name);
    }
    for word in ["allOf", "anyOf", "oneOf"] {
        for branch in node.get(word).and_then(Value::as_array).into_iter().flatten() {
            each_reference(branch, depth + 1, take);
        }
    }
}

fn reference(node: &'static Value) -> Option<&'static str> {
    node.get("$ref")?.as_str()?.strip_prefix("#/$defs/")
}

/// The tables of fields, and the nodes with items or free keys, that apply to a value: references are followed, and of a
/// union the branch that fits is taken.
fn collect(
    of: &'static str,
    node: &'static Value,
    value: &Value,
    tables: &mut Tables<'static>,
    other: &mut Vec<(&'static str, &'static Value)>,
    depth: usize,
) {
    if depth > 16 {
        return;
    }
    if let Some(name) = reference(node) {
        if let Some((name, node)) = definitions().get_key_value(name) {
            collect(name, node, value, tables, other, depth + 1);
        }
        return;
    }
    if let Some(table) =
        node.get("properties").and_then(Value::as_object).filter(|_| value.is_object())
    {
        tables.push((of, table));
    }
    if node.get("items").is_some() || node.get("additionalProperties").is_some() {
        other.push((of, node));
    }
    for branch in node.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        collect(of, branch, value, tables, other, depth + 1);
    }
    for word in ["anyOf", "oneOf"] {
        let Some(branches) = node.get(word).and_then(Value::as_array) else { continue };
        let best = branches.iter().max_by_key(|b| fit(b, value, 0));
        // Of equals the first: "any other" comes last in the schema.
        let best = best.and_then(|best| {
            let most = fit(best, value, 0);
            branches.iter().find(|b| fit(b, value, 0) == most)
        });
        if let Some(branch) = best {
            collect(of, branch, value, tables, other, depth + 1);
        }
    }
}

/// How well a branch of a union fits a value; less than zero for not at all.
fn fit(node: &'static Value, value: &Value, depth: usize) -> i64 {
    if depth > 8 {
        return 0;
    }
    let mut score = 0;
    if let Some(name) = reference(node) {
        return definitions().get(name).map_or(0, |node| fit(node, value, depth + 1));
    }
    let types: Vec<&str> = match node.get("type") {
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    let is = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let fits = types.contains(&is) || is == "number" && types.contains(&"integer");
    if !types.is_empty() && !fits {
        return -100;
    }
    if let Some(map) = value.as_object() {
        for (key, field) in node.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            match (field.get("const"), map.get(key)) {
                (Some(want), Some(found)) => score += if want == found { 50 } else { -100 },
                (None, Some(_)) => score += 1,
                _ => {}
            }
        }
        for key in node.get("required").and_then(Value::as_array).into_iter().flatten() {
            if key.as_str().is_some_and(|k| !map.contains_key(k)) {
                score -= 10;
            }
        }
    }
    if let (Some(items), Some(first)) =
        (node.get("items"), value.as_array().and_then(|l| l.first()))
    {
        score += fit(items, first, depth + 1);
    }
    for branch in node.get("allOf").and_then(Value::as_array).into_iter().flatten() {
        score += fit(branch, value, depth + 1);
    }
    if node.get("title").and_then(Value::as_str) == Some("other") {
        score -= 5;
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::message::read;

    fn of(raw: &str, dir: Dir, asked: Option<&str>) -> Explained {
        let m = read(raw.as_bytes()).message;
        frame(m.kind, dir, asked.or(m.method.as_deref()), raw.as_bytes())
    }

    fn find<'a>(e: &'a Explained, of: &str, name: &str) -> &'a Entry {
        let group = e.groups.iter().find(|g| g.of == of).unwrap_or_else(|| panic!("{of}: {e:#?}"));
        group.fields.iter().find(|f| f.name == name).unwrap_or_else(|| panic!("{name}: {e:#?}"))
    }

    #[test]
    fn a_tool_call_is_explained_down_to_its_diff() {
        let e = of(
            r#"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Edit","kind":"edit","status":"pending","wrong":1,"content":[{"type":"diff","path":"/a","newText":"x"},{"type":"content","content":{"type":"text","text":"hi"}},{"type":"content","content":{"type":"text","text":"again"}}],"_meta":{"a":{"b":1}}}}}"#,
            Dir::AgentToClient,
            None,
        );
        assert!(e.what.starts_with("The agent is going to use a tool"));
        assert!(e.next.as_ref().unwrap().contains("session/request_permission"));
        assert_eq!(
            find(&e, "ToolCall", "kind").value_meaning.as_deref(),
            Some("It changes files or data.")
        );
        assert_eq!(find(&e, "ToolCall", "wrong").meaning, None);
        assert_eq!(find(&e, "ToolCall", "_meta").meaning.as_deref(), Some(super::super::META));
        assert_eq!(find(&e, "Diff", "path").pointer, "/params/update/content/0/path");
        assert_eq!(find(&e, "TextContent", "text").value, "\"hi\"");
        assert_eq!(e.groups.iter().find(|g| g.of == "TextContent").unwrap().times, 2);
        assert!(find(&e, "ToolCallContent", "type").value_meaning.is_some());
    }

    #[test]
    fn answers_errors_and_odd_lines_are_explained() {
        let e = of(
            r#"{"jsonrpc":"2.0","id":1,"result":{"stopReason":"cancelled"}}"#,
            Dir::AgentToClient,
            Some("session/prompt"),
        );
        assert!(e.what.contains("turn is over"));
        // After the answer, the turn's updates are no longer to come.
        assert!(e.next.as_ref().unwrap().starts_with("Another `session/prompt`"));
        assert_eq!(
            find(&e, "PromptResponse", "stopReason").value_meaning.as_deref(),
            Some("The client cancelled it.")
        );
        let e = of(
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"no"}}"#,
            Dir::AgentToClient,
            Some("session/new"),
        );
        assert!(e.what.contains("authentication required"), "{}", e.what);
        assert_eq!(
            find(&e, "Error", "code").value_meaning.as_deref(),
            Some("The user must log in first.")
        );
        let e = of(
            r#"{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/","mcpServers":[{"name":"a","command":"b","args":[],"env":[{"name":"K","value":"v"}]},{"type":"http","name":"c","url":"u","headers":[]}]}}"#,
            Dir::ClientToAgent,
            None,
        );
        assert_eq!(find(&e, "McpServerStdio", "command").pointer, "/params/mcpServers/0/command");
        assert_eq!(find(&e, "McpServerHttp", "url").pointer, "/params/mcpServers/1/url");
        assert!(find(&e, "EnvVariable", "value").meaning.is_some());
        for (raw, part) in [
            ("npm WARN", "not JSON"),
            ("[]", "batch"),
            ("7", "no message"),
            (r#"{"method":"_x/y"}"#, "of its own"),
            (r#"{"method":"x/y"}"#, "no method"),
        ] {
            let what = of(raw, Dir::AgentToClient, None).what;
            assert!(what.contains(part), "{raw}: {what}");
        }
    }

    #[test]
    fn deep_and_wide_frames_come_to_an_end() {
        let deep = format!(
            r#"{{"method":"session/update","params":{{"update":{{"sessionUpdate":"tool_call","content":{}{}}}}}}}"#,
            "[".repeat(100),
            "]".repeat(100)
        );
        of(&deep, Dir::AgentToClient, None);
        let wide: Vec<String> = (0..5_000).map(|i| format!("\"k{i}\":1")).collect();
        let wide =
            format!(r#"{{"method":"session/prompt","id":1,"params":{{{}}}}}"#, wide.join(","));
        let e = of(&wide, Dir::ClientToAgent, None);
        assert!(e.groups.iter().map(|g| g.fields.len()).sum::<usize>() < 500);
    }
}
