//! The merge table, row by row and column by column: what an omission, a null, a value and a malformed value
//! do to what is held. States are written by hand.

use serde_json::{Map, Value, json};

use crate::talk::Talk;

/// A row: the entity as it is first, the field, and for each column what the field is given and what is held then.
/// `None` in place of a given value is an omission; `None` in place of a held one is an absent field.
struct Row {
    name: &'static str,
    first: Vec<Value>,
    /// The update without the field; the field goes to this object, or to the one that is named here.
    update: Value,
    inside: Option<&'static str>,
    field: &'static str,
    columns: Vec<(&'static str, Option<Value>, Held)>,
}

enum Held {
    /// The field holds this.
    Is(Value),
    /// The field is absent.
    Absent,
    /// Readers refuse the frame: nothing changes, the frame is kept.
    Refused,
}

use Held::{Absent, Is, Refused};

const OMIT: Option<Value> = None;
const NULL: Option<Value> = Some(Value::Null);

fn check(row: Row) {
    for (column, given, held) in row.columns {
        let name = format!("{}: {column}", row.name);
        let mut update = row.update.clone();
        let target = match row.inside {
            Some(key) => &mut update[key],
            None => &mut update,
        };
        if let Some(value) = given {
            target[row.field] = value;
        }
        let before = Talk::default().updates(&row.first).items();
        let after = Talk::default().updates(&row.first).update(update.clone()).items();
        if let Refused = held {
            match before.first() {
                Some(before) => {
                    assert_eq!(after.len(), 1, "{name}");
                    assert_eq!(after[0].state, before.state, "{name}");
                    let last = after[0].patches.last().unwrap();
                    assert_eq!(last.ignored[0].field, "", "{name}");
                }
                None => assert_eq!(after[0].kind.word(), "unknown", "{name}"),
            }
            continue;
        }
        assert_eq!(after.len(), 1, "{name}: {after:#?}");
        let held = match held {
            Is(value) => Some(value),
            _ => None,
        };
        assert_eq!(after[0].state.get(row.field), held.as_ref(), "{name}");
        // What crossed is never hidden: a value without effect is told.
        let told = column.starts_with("malformed") || column.starts_with("bad items");
        if told {
            let last = after[0].patches.last().unwrap();
            let named =
                |i: &acp_scope::core::timeline::build::Ignored| i.field.starts_with(row.field);
            assert!(last.ignored.iter().any(named), "{name}: {last:?}");
        }
        // No other field changes.
        if let Some(before) = before.first() {
            let others = |state: &Map<String, Value>| {
                let mut others = state.clone();
                others.shift_remove(row.field);
                others
            };
            if update["sessionUpdate"] != "plan_update" {
                let given = |key: &String| update.get(key).is_some();
                for (key, value) in others(&before.state) {
                    if !given(&key) && update["sessionUpdate"] != "tool_call" {
                        assert_eq!(after[0].state.get(&key), Some(&value), "{name}: {key}");
                    }
                }
            }
        }
    }
}

fn of(variant: &str, key: &str, id: &str) -> Value {
    json!({"sessionUpdate": variant, key: id})
}

fn with(mut update: Value, more: Value) -> Value {
    for (key, value) in more.as_object().unwrap() {
        update[key] = value.clone();
    }
    update
}

fn row(
    name: &'static str,
    first: &[Value],
    update: Value,
    field: &'static str,
    columns: Vec<(&'static str, Option<Value>, Held)>,
) {
    check(Row { name, first: first.to_vec(), update, inside: None, field, columns });
}

fn text(t: &str) -> Value {
    json!({"type": "text", "text": t})
}

#[test]
fn tool_call_create() {
    let new = || with(of("tool_call", "toolCallId", "t"), json!({"title": "T"}));
    for (name, field) in [
        ("tool_call.name", "name"),
        ("tool_call.rawInput", "rawInput"),
        ("tool_call.rawOutput", "rawOutput"),
    ] {
        row(
            name,
            &[],
            new(),
            field,
            vec![
                ("omit", OMIT, Absent),
                ("null", NULL, Absent),
                ("value", Some(json!("n")), Is(json!("n"))),
            ],
        );
    }
    row("tool_call.name", &[], new(), "name", vec![("malformed", Some(json!(5)), Absent)]);
    row(
        "tool_call.kind",
        &[],
        new(),
        "kind",
        vec![
            ("omit", OMIT, Is(json!("other"))),
            ("null", NULL, Is(json!("other"))),
            ("value", Some(json!("read")), Is(json!("read"))),
            ("malformed", Some(json!(5)), Is(json!("other"))),
            ("malformed: unknown word", Some(json!("bake")), Is(json!("other"))),
        ],
    );
    row(
        "tool_call.status",
        &[],
        new(),
        "status",
        vec![
            ("omit", OMIT, Is(json!("pending"))),
            ("null", NULL, Is(json!("pending"))),
            ("value", Some(json!("completed")), Is(json!("completed"))),
            ("malformed", Some(json!(5)), Is(json!("pending"))),
            ("malformed: unknown word", Some(json!("cancelled")), Is(json!("pending"))),
        ],
    );
    let diff = json!({"type": "diff", "path": "/a", "newText": "n"});
    row(
        "tool_call.content",
        &[],
        new(),
        "content",
        vec![
            ("omit", OMIT, Absent),
            ("null", NULL, Absent),
            ("value", Some(json!([diff])), Is(json!([diff]))),
            ("empty", Some(json!([])), Absent),
            ("malformed", Some(json!("x")), Absent),
            ("bad items", Some(json!([text("bare"), diff, 5])), Is(json!([diff]))),
            ("bad items only", Some(json!([text("bare")])), Absent),
        ],
    );
    row(
        "tool_call.locations",
        &[],
        new(),
        "locations",
        vec![
            ("omit", OMIT, Absent),
            ("null", NULL, Absent),
            ("value", Some(json!([{"path": "/a"}])), Is(json!([{"path": "/a"}]))),
            ("malformed", Some(json!({})), Absent),
            ("bad items", Some(json!([{"line": 1}, {"path": "/a"}])), Is(json!([{"path": "/a"}]))),
        ],
    );
    let untitled = of("tool_call", "toolCallId", "t");
    row(
        "tool_call.title",
        &[],
        untitled,
        "title",
        vec![
            ("omit", OMIT, Refused),
            ("null", NULL, Refused),
            ("value", Some(json!("")), Is(json!(""))),
            ("malformed, refused", Some(json!(5)), Refused),
        ],
    );
}

#[test]
fn tool_call_update() {
    let term = json!({"type": "terminal", "terminalId": "x"});
    let diff = json!({"type": "diff", "path": "/a", "newText": "n"});
    let first = [json!({
        "sessionUpdate": "tool_call", "toolCallId": "t", "title": "old", "name": "old", "kind": "read",
        "status": "in_progress", "content": [term], "locations": [{"path": "/old"}],
        "rawInput": {"a": {"b": 1}}, "rawOutput": {"a": {"b": 1}}, "_meta": {"m": 1},
    })];
    let update = || of("tool_call_update", "toolCallId", "t");
    for (name, field) in [("tool_call_update.title", "title"), ("tool_call_update.name", "name")] {
        row(
            name,
            &first,
            update(),
            field,
            vec![
                ("omit", OMIT, Is(json!("old"))),
                ("null", NULL, Is(json!("old"))),
                ("value", Some(json!("new")), Is(json!("new"))),
                ("malformed", Some(json!(["new"])), Is(json!("old"))),
            ],
        );
    }
    row(
        "tool_call_update.status",
        &first,
        update(),
        "status",
        vec![
            ("omit", OMIT, Is(json!("in_progress"))),
            ("null", NULL, Is(json!("in_progress"))),
            ("value", Some(json!("failed")), Is(json!("failed"))),
            ("malformed", Some(json!(1)), Is(json!("in_progress"))),
            ("malformed: unknown word", Some(json!("cancelled")), Is(json!("in_progress"))),
        ],
    );
    row(
        "tool_call_update.kind",
        &first,
        update(),
        "kind",
        vec![
            ("omit", OMIT, Is(json!("read"))),
            ("null", NULL, Is(json!("read"))),
            ("value", Some(json!("edit")), Is(json!("edit"))),
            ("malformed", Some(json!(1)), Is(json!("read"))),
            ("malformed: unknown word", Some(json!("bake")), Is(json!("other"))),
        ],
    );
    row(
        "tool_call_update.content",
        &first,
        update(),
        "content",
        vec![
            ("omit", OMIT, Is(json!([term]))),
            ("null", NULL, Is(json!([term]))),
            ("value", Some(json!([diff])), Is(json!([diff]))),
            ("empty", Some(json!([])), Absent),
            ("malformed", Some(json!("x")), Is(json!([term]))),
            ("bad items", Some(json!([1, diff])), Is(json!([diff]))),
            ("bad items only", Some(json!([1])), Absent),
        ],
    );
    row(
        "tool_call_update.locations",
        &first,
        update(),
        "locations",
        vec![
            ("omit", OMIT, Is(json!([{"path": "/old"}]))),
            ("null", NULL, Is(json!([{"path": "/old"}]))),
            ("value", Some(json!([{"path": "/n"}])), Is(json!([{"path": "/n"}]))),
            ("empty", Some(json!([])), Absent),
            ("malformed", Some(json!(1)), Is(json!([{"path": "/old"}]))),
            ("bad items", Some(json!([{}, {"path": "/n"}])), Is(json!([{"path": "/n"}]))),
            ("bad items only", Some(json!([{}])), Absent),
        ],
    );
    for (name, field) in
        [("tool_call_update.rawInput", "rawInput"), ("tool_call_update.rawOutput", "rawOutput")]
    {
        row(
            name,
            &first,
            update(),
            field,
            vec![
                ("omit", OMIT, Is(json!({"a": {"b": 1}}))),
                ("null", NULL, Is(json!({"a": {"b": 1}}))),
                ("value, no deep merge", Some(json!({"a": {"c": 2}})), Is(json!({"a": {"c": 2}}))),
                ("value false", Some(json!(false)), Is(json!(false))),
            ],
        );
    }
    row(
        "tool_call_update._meta",
        &first,
        update(),
        "_meta",
        vec![
            ("omit", OMIT, Is(json!({"m": 1}))),
            ("null", NULL, Is(json!({"m": 1}))),
            ("value", Some(json!({"n": 2})), Is(json!({"n": 2}))),
        ],
    );
}

#[test]
fn plans() {
    let entry = |c: &str| json!({"content": c, "priority": "high", "status": "pending"});
    let bad = json!({"content": "x", "priority": "urgent", "status": "pending"});
    let lists = || {
        vec![
            ("omit", OMIT, Refused),
            ("null", NULL, Is(json!([]))),
            ("value", Some(json!([entry("b"), entry("c")])), Is(json!([entry("b"), entry("c")]))),
            ("empty", Some(json!([])), Is(json!([]))),
            ("malformed", Some(json!("x")), Is(json!([]))),
            ("bad items", Some(json!([bad, entry("b")])), Is(json!([entry("b")]))),
        ]
    };
    let first = [json!({"sessionUpdate": "plan", "entries": [entry("a")]})];
    row("plan.entries", &first, json!({"sessionUpdate": "plan"}), "entries", lists());
    let items = json!({"type": "items", "planId": "p", "entries": [entry("a")]});
    let first = vec![json!({"sessionUpdate": "plan_update", "plan": items})];
    let update = json!({"sessionUpdate": "plan_update", "plan": {"type": "items", "planId": "p"}});
    check(Row {
        name: "items.entries",
        first,
        update,
        inside: Some("plan"),
        field: "entries",
        columns: lists(),
    });
    let plan = json!({"type": "markdown", "planId": "p", "content": "# a", "path": "/old"});
    let first = vec![json!({"sessionUpdate": "plan_update", "plan": plan})];
    let plan = json!({"type": "markdown", "planId": "p", "content": "# b"});
    check(Row {
        name: "markdown.path",
        first,
        update: json!({"sessionUpdate": "plan_update", "plan": plan}),
        inside: Some("plan"),
        field: "path",
        columns: vec![
            ("omit", OMIT, Absent),
            ("null", NULL, Absent),
            ("value", Some(json!("/new")), Is(json!("/new"))),
            ("malformed", Some(json!(5)), Absent),
        ],
    });
}

#[test]
fn lists_of_a_session() {
    let command = |n: &str| json!({"name": n, "description": "d"});
    let first = [json!({
        "sessionUpdate": "available_commands_update", "availableCommands": [command("a")],
    })];
    let update = json!({"sessionUpdate": "available_commands_update"});
    row(
        "available_commands.availableCommands",
        &first,
        update,
        "availableCommands",
        vec![
            ("omit", OMIT, Refused),
            ("null", NULL, Is(json!([]))),
            ("value", Some(json!([command("b")])), Is(json!([command("b")]))),
            ("empty", Some(json!([])), Is(json!([]))),
            ("malformed", Some(json!({})), Is(json!([]))),
            ("bad items", Some(json!([{"name": "x"}, command("b")])), Is(json!([command("b")]))),
        ],
    );
    let option = |id: &str| json!({"id": id, "name": "N", "type": "select", "currentValue": "v", "options": []});
    let first = [json!({"sessionUpdate": "config_option_update", "configOptions": [option("a")]})];
    let update = json!({"sessionUpdate": "config_option_update"});
    row(
        "config_option.configOptions",
        &first,
        update,
        "configOptions",
        vec![
            ("omit", OMIT, Refused),
            ("null", NULL, Is(json!([]))),
            ("value", Some(json!([option("b")])), Is(json!([option("b")]))),
            ("empty", Some(json!([])), Is(json!([]))),
            ("malformed", Some(json!(1)), Is(json!([]))),
            ("bad items", Some(json!([5, option("b")])), Is(json!([option("b")]))),
        ],
    );
    let one = |t: &str| json!({"prompt": [text(t)]});
    let first = [json!({"sessionUpdate": "prompt_suggestions_update", "suggestions": [one("a")]})];
    let update = json!({"sessionUpdate": "prompt_suggestions_update"});
    row(
        "prompt_suggestions.suggestions",
        &first,
        update,
        "suggestions",
        vec![
            ("value", Some(json!([one("b")])), Is(json!([one("b")]))),
            ("empty, withdrawn", Some(json!([])), Is(json!([]))),
            ("bad items", Some(json!([5, one("b")])), Is(json!([one("b")]))),
        ],
    );
}

/// A list of suggestions that cannot be read is an error, which makes an item of its own.
#[test]
fn prompt_suggestions_refused() {
    for given in [OMIT, NULL, Some(json!("x"))] {
        let mut update = json!({"sessionUpdate": "prompt_suggestions_update"});
        if let Some(value) = given {
            update["suggestions"] = value;
        }
        let first = json!({"sessionUpdate": "prompt_suggestions_update", "suggestions": []});
        let items = Talk::default().update(first).update(update).items();
        assert_eq!(items[0].state["suggestions"], json!([]));
        let kept = items.iter().find(|i| i.patches.iter().any(|p| p.frame.0 == 2)).unwrap();
        assert!(kept.patches.iter().any(|p| p.ignored.iter().any(|i| i.field.is_empty())));
    }
}

#[test]
fn session_info() {
    let first = [json!({
        "sessionUpdate": "session_info_update", "title": "old", "updatedAt": "old", "_meta": {"a": 1},
    })];
    let update = || json!({"sessionUpdate": "session_info_update"});
    for (name, field) in [("session_info.title", "title"), ("session_info.updatedAt", "updatedAt")]
    {
        row(
            name,
            &first,
            update(),
            field,
            vec![
                ("omit", OMIT, Is(json!("old"))),
                ("null", NULL, Absent),
                ("value", Some(json!("new")), Is(json!("new"))),
                ("malformed", Some(json!(5)), Is(json!("old"))),
            ],
        );
    }
    row(
        "session_info._meta",
        &first,
        update(),
        "_meta",
        vec![
            ("omit", OMIT, Is(json!({"a": 1}))),
            ("null", NULL, Is(json!({"a": 1}))),
            ("value, replaced", Some(json!({"b": 2})), Is(json!({"b": 2}))),
            ("malformed", Some(json!([])), Is(json!({"a": 1}))),
        ],
    );
}

#[test]
fn usage() {
    let cost = |n: f64| json!({"amount": n, "currency": "USD"});
    let first = [json!({"sessionUpdate": "usage_update", "used": 1, "size": 9, "cost": cost(0.5)})];
    for (name, field, other) in
        [("usage.used", "used", json!({"size": 9})), ("usage.size", "size", json!({"used": 1}))]
    {
        let update = with(json!({"sessionUpdate": "usage_update"}), other);
        row(
            name,
            &first,
            update,
            field,
            vec![
                ("omit", OMIT, Refused),
                ("null", NULL, Refused),
                ("value", Some(json!(7)), Is(json!(7))),
                ("refused", Some(json!("7")), Refused),
                ("refused, negative", Some(json!(-7)), Refused),
            ],
        );
    }
    let update = json!({"sessionUpdate": "usage_update", "used": 1, "size": 9});
    row(
        "usage.cost",
        &first,
        update,
        "cost",
        vec![
            ("omit", OMIT, Is(cost(0.5))),
            ("null", NULL, Is(cost(0.5))),
            ("value", Some(cost(0.75)), Is(cost(0.75))),
            ("malformed", Some(json!({"amount": 1})), Is(cost(0.5))),
        ],
    );
}

#[test]
fn compaction() {
    let first = [json!({
        "sessionUpdate": "compaction_update", "compactionId": "c", "status": "in_progress",
        "summary": [text("old")], "error": "old", "_meta": {"a": 1},
    })];
    let bare = || of("compaction_update", "compactionId", "c");
    let update = || with(bare(), json!({"status": "in_progress"}));
    row(
        "compaction.status",
        &first,
        bare(),
        "status",
        vec![
            ("omit", OMIT, Refused),
            ("null", NULL, Refused),
            ("value", Some(json!("completed")), Is(json!("completed"))),
            ("value, unknown", Some(json!("_paused")), Is(json!("_paused"))),
            ("refused", Some(json!(5)), Refused),
        ],
    );
    row(
        "compaction.summary",
        &first,
        update(),
        "summary",
        vec![
            ("omit", OMIT, Is(json!([text("old")]))),
            ("null", NULL, Absent),
            ("value", Some(json!([text("new")])), Is(json!([text("new")]))),
            ("empty", Some(json!([])), Absent),
            ("malformed", Some(json!("x")), Is(json!([text("old")]))),
            ("bad items", Some(json!([{"type": "text"}, text("new")])), Is(json!([text("new")]))),
        ],
    );
    row(
        "compaction.error",
        &first,
        update(),
        "error",
        vec![
            ("omit", OMIT, Is(json!("old"))),
            ("null", NULL, Absent),
            ("value", Some(json!("new")), Is(json!("new"))),
            ("malformed", Some(json!({})), Is(json!("old"))),
        ],
    );
    row(
        "compaction._meta",
        &first,
        update(),
        "_meta",
        vec![
            ("omit", OMIT, Is(json!({"a": 1}))),
            ("null", NULL, Absent),
            ("value", Some(json!({"b": 2})), Is(json!({"b": 2}))),
            ("malformed", Some(json!(5)), Is(json!({"a": 1}))),
        ],
    );
}

/// compaction chunk _meta, message chunk _meta, notice fields: local to the frame.
#[test]
fn what_is_local_to_its_frame() {
    let meta = json!({"m": 1});
    let chunk = json!({
        "sessionUpdate": "compaction_summary_chunk", "compactionId": "c", "content": text("a"), "_meta": meta,
    });
    let expect = json!({"compactionId": "c", "status": "in_progress", "summary": [text("a")]});
    assert_eq!(Talk::default().update(chunk).state(), expect);
    for (variant, _) in [("agent_message_chunk", ""), ("session_message_chunk", "")] {
        let chunk = json!({
            "sessionUpdate": variant, "messageId": "m", "content": text("a"), "_meta": meta,
        });
        let expect = json!({"messageId": "m", "content": [text("a")]});
        assert_eq!(Talk::default().update(chunk).state(), expect, "{variant}");
    }
    let notice = json!({
        "sessionUpdate": "notice", "severity": "info", "title": "t", "description": "d", "_meta": meta,
    });
    let bare = json!({
        "sessionUpdate": "notice", "severity": "info", "title": "t", "description": null, "_meta": null,
    });
    let items = Talk::default().update(notice).update(bare).items();
    let full = json!({"severity": "info", "title": "t", "description": "d", "_meta": meta});
    assert_eq!(Value::Object(items[0].state.clone()), full);
    assert_eq!(Value::Object(items[1].state.clone()), json!({"severity": "info", "title": "t"}));
}

#[test]
fn notice_fields() {
    let bare = || json!({"sessionUpdate": "notice", "severity": "info", "title": "t"});
    row(
        "notice.description",
        &[],
        bare(),
        "description",
        vec![
            ("omit", OMIT, Absent),
            ("null", NULL, Absent),
            ("value", Some(json!("d")), Is(json!("d"))),
            ("malformed", Some(json!(5)), Absent),
        ],
    );
    let untitled = json!({"sessionUpdate": "notice", "severity": "info"});
    row(
        "notice.title",
        &[],
        untitled,
        "title",
        vec![
            ("omit", OMIT, Refused),
            ("null", NULL, Refused),
            ("value", Some(json!("t")), Is(json!("t"))),
            ("value, empty", Some(json!("")), Is(json!(""))),
        ],
    );
    let mild = json!({"sessionUpdate": "notice", "title": "t"});
    row(
        "notice.severity",
        &[],
        mild,
        "severity",
        vec![
            ("omit", OMIT, Refused),
            ("null", NULL, Refused),
            ("value", Some(json!("error")), Is(json!("error"))),
            ("value, unknown", Some(json!("dire")), Is(json!("dire"))),
        ],
    );
}

#[test]
fn subagent() {
    let running = json!({"state": "running"});
    let first = [json!({
        "sessionUpdate": "subagent_update", "sessionId": "ch", "title": "old", "description": "old",
        "capabilities": {"cancel": {}}, "state": running, "cwd": "/old",
        "additionalDirectories": ["/old"], "_meta": {"a": 1},
    })];
    let update = || of("subagent_update", "sessionId", "ch");
    for (name, field) in [("subagent.title", "title"), ("subagent.description", "description")] {
        row(
            name,
            &first,
            update(),
            field,
            vec![
                ("omit", OMIT, Is(json!("old"))),
                ("null", NULL, Absent),
                ("value", Some(json!("new")), Is(json!("new"))),
                ("malformed", Some(json!(5)), Is(json!("old"))),
            ],
        );
    }
    row(
        "subagent.capabilities",
        &first,
        update(),
        "capabilities",
        vec![
            ("omit", OMIT, Is(json!({"cancel": {}}))),
            ("null", NULL, Absent),
            ("value, whole set", Some(json!({})), Is(json!({}))),
            ("malformed", Some(json!("x")), Is(json!({"cancel": {}}))),
        ],
    );
    let idle = json!({"state": "idle", "stopReason": "end_turn"});
    row(
        "subagent.state",
        &first,
        update(),
        "state",
        vec![
            ("omit", OMIT, Is(running.clone())),
            ("null", NULL, Absent),
            ("value, whole object", Some(idle.clone()), Is(idle)),
            ("value, unknown", Some(json!({"state": "naps"})), Is(json!({"state": "naps"}))),
            ("malformed", Some(json!("idle")), Is(running)),
        ],
    );
    row(
        "subagent.cwd",
        &first,
        update(),
        "cwd",
        vec![
            ("omit", OMIT, Is(json!("/old"))),
            ("null", NULL, Absent),
            ("value", Some(json!("/new")), Is(json!("/new"))),
            ("refused whole", Some(json!(5)), Refused),
        ],
    );
    row(
        "subagent.additionalDirectories",
        &first,
        update(),
        "additionalDirectories",
        vec![
            ("omit", OMIT, Is(json!(["/old"]))),
            ("null", NULL, Absent),
            ("value", Some(json!(["/n"])), Is(json!(["/n"]))),
            ("empty, none", Some(json!([])), Is(json!([]))),
            ("refused whole", Some(json!("/n")), Refused),
            ("refused whole, an item", Some(json!([5])), Refused),
        ],
    );
    row(
        "subagent._meta",
        &first,
        update(),
        "_meta",
        vec![
            ("omit", OMIT, Is(json!({"a": 1}))),
            ("null", NULL, Absent),
            ("value", Some(json!({"b": 2})), Is(json!({"b": 2}))),
            ("malformed", Some(json!(5)), Is(json!({"a": 1}))),
        ],
    );
}

#[test]
fn session_message() {
    let first = [json!({
        "sessionUpdate": "session_message", "messageId": "m", "senderSessionId": "old",
        "recipientSessionId": "old", "senderMessageId": "old", "recipientMessageId": "old",
        "content": [text("old")], "_meta": {"a": 1},
    })];
    let update = || of("session_message", "messageId", "m");
    for (name, field) in [
        ("session_message.senderSessionId", "senderSessionId"),
        ("session_message.recipientSessionId", "recipientSessionId"),
        ("session_message.senderMessageId", "senderMessageId"),
        ("session_message.recipientMessageId", "recipientMessageId"),
    ] {
        row(
            name,
            &first,
            update(),
            field,
            vec![
                ("omit", OMIT, Is(json!("old"))),
                ("null", NULL, Absent),
                ("value", Some(json!("new")), Is(json!("new"))),
                ("malformed", Some(json!(5)), Is(json!("old"))),
            ],
        );
    }
    row(
        "session_message.content",
        &first,
        update(),
        "content",
        vec![
            ("omit", OMIT, Is(json!([text("old")]))),
            ("null", NULL, Absent),
            ("value", Some(json!([text("n"), text("m")])), Is(json!([text("n"), text("m")]))),
            ("empty", Some(json!([])), Absent),
            ("malformed", Some(json!("x")), Is(json!([text("old")]))),
            ("bad items", Some(json!([5, text("n")])), Is(json!([text("n")]))),
        ],
    );
    row(
        "session_message._meta",
        &first,
        update(),
        "_meta",
        vec![
            ("omit", OMIT, Is(json!({"a": 1}))),
            ("null", NULL, Absent),
            ("value", Some(json!({"b": 2})), Is(json!({"b": 2}))),
            ("malformed", Some(json!(5)), Is(json!({"a": 1}))),
        ],
    );
}

#[test]
fn cursor() {
    let anchor = json!({"type": "user_message", "messageId": "m", "position": "after"});
    let other = json!({"type": "user_message", "messageId": "n", "position": "after"});
    let first = [json!({
        "sessionUpdate": "cursor_update", "cursorId": "k", "anchor": anchor,
        "capabilities": {"fork": {}}, "_meta": {"a": 1},
    })];
    let update = || of("cursor_update", "cursorId", "k");
    row(
        "cursor.anchor",
        &first,
        update(),
        "anchor",
        vec![
            ("omit", OMIT, Is(anchor.clone())),
            ("null", NULL, Is(anchor.clone())),
            ("value, the same", Some(anchor.clone()), Is(anchor.clone())),
            ("value, another", Some(other), Is(anchor)),
            ("refused whole", Some(json!(5)), Refused),
        ],
    );
    row(
        "cursor.capabilities",
        &first,
        update(),
        "capabilities",
        vec![
            ("omit", OMIT, Is(json!({"fork": {}}))),
            ("null", NULL, Absent),
            ("value, whole object", Some(json!({})), Is(json!({}))),
            ("malformed", Some(json!(5)), Is(json!({"fork": {}}))),
        ],
    );
    row(
        "cursor._meta",
        &first,
        update(),
        "_meta",
        vec![
            ("omit", OMIT, Is(json!({"a": 1}))),
            ("null", NULL, Absent),
            ("value", Some(json!({"b": 2})), Is(json!({"b": 2}))),
            ("malformed", Some(json!(5)), Is(json!({"a": 1}))),
        ],
    );
}

#[test]
fn chunk_message_id() {
    for (variant, kind) in [
        ("user_message_chunk", "user_message"),
        ("agent_message_chunk", "agent_message"),
        ("agent_thought_chunk", "thought"),
    ] {
        let chunk = json!({"sessionUpdate": variant, "content": text("a")});
        row(
            "chunk.messageId",
            &[],
            chunk.clone(),
            "messageId",
            vec![
                ("omit", OMIT, Absent),
                ("null", NULL, Absent),
                ("value", Some(json!("m")), Is(json!("m"))),
                ("malformed", Some(json!(5)), Absent),
            ],
        );
        let items = Talk::default().update(chunk).items();
        assert_eq!(items[0].kind.word(), kind);
    }
}
