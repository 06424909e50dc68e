//! What a reader on the official types makes of a message: what it holds after decoding, what it lost on the
//! way, and whether it refuses the whole.
//!
//! The official decoders are lenient at marked places: a bad optional field counts as absent, a bad item of
//! a list is left out. The validator knows those marks (they are in the schema), so this module only
//! carries out what it says.

use serde_json::Value;

use crate::core::frame::Dir;
use crate::core::protocol::Protocol;
use crate::core::protocol::issue::{Issue, IssueClass, IssueCode, LeniencyKind};
use crate::core::protocol::methods::{Call, CallKind};
use crate::core::tree;

/// A value that a reader loses without a word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lost {
    /// Where it stands, a JSON pointer below `params` or `result`.
    pub pointer: String,
    /// Why, in words.
    pub reason: String,
}

/// What a reader holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Decoded {
    /// The parameters or the result, as far as they decode.
    pub value: Value,
    /// What was lost.
    pub lost: Vec<Lost>,
    /// Why the whole is refused, if it is.
    pub refused: Option<String>,
}

/// The parameters of a request or notification.
#[must_use]
pub fn params(
    protocol: &Protocol,
    dir: Dir,
    method: &str,
    request: bool,
    message: &Value,
) -> Decoded {
    let params = message.get("params");
    let kind = if request { CallKind::Request } else { CallKind::Notification };
    let issues = match call(protocol, method, dir, kind) {
        Some(call) => protocol.check_params(call, params.map(tree::Value::from).as_ref()),
        None => Vec::new(),
    };
    apply(params.cloned().unwrap_or(Value::Null), &issues)
}

/// The result of a request that went in direction `dir`.
#[must_use]
pub fn result(protocol: &Protocol, dir: Dir, method: &str, message: &Value) -> Decoded {
    let result = message.get("result").cloned().unwrap_or(Value::Null);
    let issues = match call(protocol, method, dir, CallKind::Request) {
        Some(call) => protocol.check_result(call, &tree::Value::from(&result)),
        None => Vec::new(),
    };
    apply(result, &issues)
}

fn call<'p>(protocol: &'p Protocol, method: &str, dir: Dir, kind: CallKind) -> Option<&'p Call> {
    let method = protocol.method(method)?;
    method.call(dir, kind).or_else(|| method.calls.iter().find(|c| c.dir == dir))
}

fn apply(mut value: Value, issues: &[Issue]) -> Decoded {
    let mut lost: Vec<Lost> = Vec::new();
    let mut refused = None;
    // Places in the value as it was sent: items are taken out at the end, the last first.
    let mut skipped: Vec<Vec<String>> = Vec::new();
    for issue in issues {
        let Some(lenient) = &issue.lenient else {
            if is_fatal(issue) {
                let place = if issue.pointer.is_empty() { "the whole" } else { &issue.pointer };
                refused.get_or_insert_with(|| format!("{place}: {issue}"));
            }
            continue;
        };
        if is_limit(issue) {
            continue;
        }
        let path = steps(&lenient.pointer);
        if lost.iter().all(|l| l.pointer != lenient.pointer) {
            lost.push(Lost { pointer: lenient.pointer.clone(), reason: issue.to_string() });
        }
        match lenient.kind {
            LeniencyKind::FieldDropped => remove(&mut value, &path),
            LeniencyKind::NullAsDefault => {}
            LeniencyKind::ReadAs(as_this) => {
                if let Some(place) = value.pointer_mut(&lenient.pointer) {
                    *place = Value::from(as_this);
                }
            }
            LeniencyKind::ItemSkipped => skipped.push(path),
        }
    }
    // Deeper lists first, and in each the last item first, so that the places of the others stay true.
    skipped.sort_by(|a, b| {
        let at = |p: &[String]| p.last().and_then(|s| s.parse::<usize>().ok()).unwrap_or(0);
        b.len().cmp(&a.len()).then_with(|| at(b).cmp(&at(a)))
    });
    skipped.dedup();
    for path in &skipped {
        remove(&mut value, path);
    }
    Decoded { value, lost, refused }
}

/// Readers refuse the message for it: no leniency saves it.
#[must_use]
pub fn is_fatal(issue: &Issue) -> bool {
    let wrong = matches!(issue.class(), IssueClass::Fault | IssueClass::Format);
    wrong && issue.lenient.is_none() && !is_limit(issue)
}

/// A limit that only the schema knows: decoders take an empty title as any other string.
fn is_limit(issue: &Issue) -> bool {
    matches!(issue.code, IssueCode::TooShort | IssueCode::TooLong)
}

fn steps(pointer: &str) -> Vec<String> {
    pointer.split('/').skip(1).map(|s| s.replace("~1", "/").replace("~0", "~")).collect()
}

fn remove(value: &mut Value, path: &[String]) {
    let Some((last, way)) = path.split_last() else { return };
    let mut place = value;
    for step in way {
        let next = match place {
            Value::Object(members) => members.get_mut(step),
            Value::Array(items) => step.parse().ok().and_then(|at: usize| items.get_mut(at)),
            _ => None,
        };
        match next {
            Some(next) => place = next,
            None => return,
        }
    }
    match place {
        Value::Object(members) => {
            members.shift_remove(last);
        }
        Value::Array(items) => {
            if let Some(at) = last.parse().ok().filter(|at: &usize| *at < items.len()) {
                items.remove(at);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn update(update: &Value) -> Decoded {
        let message = json!({ "params": { "sessionId": "s", "update": update } });
        params(Protocol::v1(), Dir::AgentToClient, "session/update", false, &message)
    }

    #[test]
    fn a_bad_optional_field_counts_as_absent() {
        let decoded = update(&json!({
            "sessionUpdate": "tool_call_update", "toolCallId": "c", "title": 5, "status": "completed"
        }));
        assert_eq!(decoded.refused, None);
        assert_eq!(decoded.value["update"].get("title"), None);
        assert_eq!(decoded.value["update"]["status"], "completed");
        assert_eq!(decoded.lost[0].pointer, "/update/title");
    }

    #[test]
    fn bad_items_are_left_out_and_the_others_stay() {
        let entry = |c: &str| json!({ "content": c, "priority": "low", "status": "pending" });
        let decoded = update(&json!({
            "sessionUpdate": "plan", "entries": [entry("a"), 5, entry("b"), { "content": 1 }]
        }));
        assert_eq!(decoded.refused, None);
        assert_eq!(decoded.value["update"]["entries"], json!([entry("a"), entry("b")]));
        assert_eq!(decoded.lost.len(), 2);
    }

    #[test]
    fn a_limit_of_the_schema_refuses_nothing() {
        let notice = json!({ "sessionUpdate": "notice", "severity": "info", "title": "" });
        let decoded = update(&notice);
        assert_eq!(decoded.refused, None);
        assert_eq!(decoded.value["update"], notice);
    }

    #[test]
    fn a_missing_required_field_refuses_the_whole() {
        let decoded = update(&json!({ "sessionUpdate": "notice", "severity": "info" }));
        assert!(decoded.refused.is_some_and(|why| why.contains("title")));
    }
}
