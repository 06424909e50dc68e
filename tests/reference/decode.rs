//! What a client on the official types makes of a value: takes it, takes something else, or nothing.
//!
//! Written by the shapes of the protocol, one plain function for each; nothing here is shared with the program.

use serde_json::{Map, Value, json};

/// A member that is there and not null.
pub fn member<'a>(object: &'a Value, key: &str) -> Option<&'a Value> {
    object.get(key).filter(|v| !v.is_null())
}

pub fn text<'a>(object: &'a Value, key: &str) -> Option<&'a str> {
    object.get(key).and_then(Value::as_str)
}

fn has_texts(value: &Value, keys: &[&str]) -> bool {
    keys.iter().all(|key| text(value, key).is_some())
}

/// A content block of one of the five types.
pub fn block(value: &Value) -> bool {
    match text(value, "type") {
        Some("text") => has_texts(value, &["text"]),
        Some("image" | "audio") => has_texts(value, &["data", "mimeType"]),
        Some("resource_link") => has_texts(value, &["name", "uri"]),
        Some("resource") => value.get("resource").is_some_and(|r| {
            has_texts(r, &["uri"]) && (has_texts(r, &["text"]) || has_texts(r, &["blob"]))
        }),
        _ => false,
    }
}

pub fn tool_content(value: &Value) -> bool {
    match text(value, "type") {
        Some("content") => value.get("content").is_some_and(block),
        Some("diff") => has_texts(value, &["path", "newText"]),
        Some("terminal") => has_texts(value, &["terminalId"]),
        Some("session") => has_texts(value, &["sessionId"]),
        _ => false,
    }
}

pub fn location(value: &Value) -> bool {
    has_texts(value, &["path"])
}

pub fn entry(value: &Value) -> bool {
    has_texts(value, &["content"])
        && matches!(text(value, "priority"), Some("high" | "medium" | "low"))
        && matches!(text(value, "status"), Some("pending" | "in_progress" | "completed"))
}

pub fn command(value: &Value) -> bool {
    has_texts(value, &["name", "description"])
}

pub fn option(value: &Value) -> bool {
    has_texts(value, &["id", "name"])
        && match text(value, "type") {
            Some("select") => {
                has_texts(value, &["currentValue"])
                    && value.get("options").is_some_and(Value::is_array)
            }
            Some("boolean") => value.get("currentValue").is_some_and(Value::is_boolean),
            _ => false,
        }
}

/// The items of a list that decode; nothing if it is no list.
pub fn list(value: &Value, good: fn(&Value) -> bool) -> Option<Value> {
    let items = value.as_array()?;
    Some(items.iter().filter(|item| good(item)).cloned().collect())
}

pub fn string(value: &Value) -> Option<Value> {
    value.is_string().then(|| value.clone())
}

pub fn object(value: &Value) -> Option<Value> {
    value.is_object().then(|| value.clone())
}

pub fn blocks(value: &Value) -> Option<Value> {
    list(value, block)
}

/// A work state: an object that names itself.
pub fn work(value: &Value) -> Option<Value> {
    text(value, "state").map(|_| value.clone())
}

pub fn tool_status(value: &Value) -> Option<Value> {
    matches!(value.as_str()?, "pending" | "in_progress" | "completed" | "failed")
        .then(|| value.clone())
}

/// A kind; a string that is none is `other`.
pub fn tool_kind(value: &Value) -> Option<Value> {
    const KINDS: [&str; 10] = [
        "read",
        "edit",
        "delete",
        "move",
        "search",
        "execute",
        "think",
        "fetch",
        "switch_mode",
        "other",
    ];
    let word = value.as_str()?;
    Some(if KINDS.contains(&word) { json!(word) } else { json!("other") })
}

/// A report of use decodes only with both numbers.
pub fn usage(update: &Value) -> bool {
    update.get("used").is_some_and(Value::is_u64) && update.get("size").is_some_and(Value::is_u64)
}

pub fn cost(value: &Value) -> Option<Value> {
    let good = value.get("amount").is_some_and(Value::is_number) && has_texts(value, &["currency"]);
    good.then(|| value.clone())
}

/// The two fields of a subagent that are not read leniently.
pub fn places(update: &Value) -> bool {
    let cwd = member(update, "cwd").is_none_or(Value::is_string);
    let more = member(update, "additionalDirectories")
        .is_none_or(|v| v.as_array().is_some_and(|list| list.iter().all(Value::is_string)));
    cwd && more
}

/// The plan of a `plan_update`, as it is held: its id and its members.
pub fn plan(update: &Value) -> Option<(String, Map<String, Value>)> {
    let plan = update.get("plan")?;
    let id = text(plan, "planId")?;
    let mut held = Map::new();
    held.insert("planId".into(), json!(id));
    match text(plan, "type")? {
        "items" => {
            held.insert("type".into(), json!("items"));
            held.insert("entries".into(), full_list(plan, "entries", entry)?);
        }
        "markdown" => {
            held.insert("type".into(), json!("markdown"));
            held.insert("content".into(), plan.get("content").filter(|c| c.is_string())?.clone());
            if let Some(path) = plan.get("path").and_then(string) {
                held.insert("path".into(), path);
            }
        }
        _ => return None,
    }
    Some((id.to_owned(), held))
}

/// A list that is given whole: omitted is an error, null and what is no list are empty.
pub fn full_list(object: &Value, key: &str, good: fn(&Value) -> bool) -> Option<Value> {
    let value = object.get(key)?;
    Some(list(value, good).unwrap_or_else(|| json!([])))
}

/// The modes of a setup result.
pub fn modes(value: &Value) -> Option<Map<String, Value>> {
    let mode = |m: &Value| has_texts(m, &["id", "name"]);
    let mut held = Map::new();
    held.insert("currentModeId".into(), json!(text(value, "currentModeId")?));
    held.insert("availableModes".into(), full_list(value, "availableModes", mode)?);
    Some(held)
}
