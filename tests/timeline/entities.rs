//! Each variant by name, and what the protocol says of compactions, notices and messages between sessions.

use acp_scope::core::frame::Dir;
use serde_json::{Value, json};

use crate::talk::{Talk, block};

#[test]
fn each_variant_makes_its_item() {
    let anchor = json!({"type": "user_message", "messageId": "m", "position": "after"});
    let plan = json!({"type": "items", "planId": "p", "entries": []});
    let cases = [
        (
            json!({"sessionUpdate": "user_message_chunk", "content": block("a")}),
            "user_message",
            None,
        ),
        (
            json!({"sessionUpdate": "agent_message_chunk", "content": block("a")}),
            "agent_message",
            None,
        ),
        (json!({"sessionUpdate": "agent_thought_chunk", "content": block("a")}), "thought", None),
        (
            json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "T"}),
            "tool_call",
            Some("t"),
        ),
        (json!({"sessionUpdate": "tool_call_update", "toolCallId": "t"}), "tool_call", Some("t")),
        (json!({"sessionUpdate": "plan", "entries": []}), "plan", None),
        (json!({"sessionUpdate": "plan_update", "plan": plan}), "plan", Some("p")),
        (
            json!({"sessionUpdate": "available_commands_update", "availableCommands": []}),
            "commands",
            None,
        ),
        (json!({"sessionUpdate": "current_mode_update", "currentModeId": "m"}), "mode", None),
        (json!({"sessionUpdate": "config_option_update", "configOptions": []}), "config", None),
        (json!({"sessionUpdate": "session_info_update", "title": "t"}), "session_info", None),
        (json!({"sessionUpdate": "usage_update", "used": 1, "size": 2}), "usage", None),
        (json!({"sessionUpdate": "notice", "severity": "info", "title": "t"}), "notice", None),
        (
            json!({"sessionUpdate": "compaction_update", "compactionId": "c", "status": "completed"}),
            "compaction",
            Some("c"),
        ),
        (
            json!({"sessionUpdate": "compaction_summary_chunk", "compactionId": "c", "content": block("a")}),
            "compaction",
            Some("c"),
        ),
        (json!({"sessionUpdate": "subagent_update", "sessionId": "ch"}), "subagent", Some("ch")),
        (
            json!({"sessionUpdate": "session_message", "messageId": "m"}),
            "session_message",
            Some("m"),
        ),
        (
            json!({"sessionUpdate": "session_message_chunk", "messageId": "m", "content": block("a")}),
            "session_message",
            Some("m"),
        ),
        (
            json!({"sessionUpdate": "cursor_update", "cursorId": "k", "anchor": anchor}),
            "cursor",
            Some("k"),
        ),
        (
            json!({"sessionUpdate": "prompt_suggestions_update", "suggestions": []}),
            "prompt_suggestions",
            None,
        ),
        (json!({"sessionUpdate": "_own", "x": 1}), "unknown", None),
    ];
    for (update, kind, id) in cases {
        let items = Talk::default().update(update.clone()).items();
        assert_eq!(items.len(), 1, "{update}");
        assert_eq!((items[0].kind.word(), items[0].id.as_deref()), (kind, id), "{update}");
        assert_eq!(items[0].kind.is_history(), kind != "notice", "{update}");
    }
    let removed = Talk::default()
        .update(json!({"sessionUpdate": "plan_update", "plan": plan}))
        .update(json!({"sessionUpdate": "plan_removed", "planId": "p"}));
    let expect = json!({"type": "items", "planId": "p", "entries": [], "removed": true});
    assert_eq!(removed.state(), expect);
}

fn compaction(status: &str, more: Value) -> Value {
    let mut update =
        json!({"sessionUpdate": "compaction_update", "compactionId": "c", "status": status});
    for (key, value) in more.as_object().unwrap() {
        update[key] = value.clone();
    }
    update
}

fn summary_chunk(text: &str) -> Value {
    json!({"sessionUpdate": "compaction_summary_chunk", "compactionId": "c", "content": block(text)})
}

fn summary(updates: &[Value]) -> Option<Value> {
    Talk::default().updates(updates).state().get("summary").cloned()
}

#[test]
fn compaction_chunks_append_to_the_current_summary() {
    let held =
        summary(&[compaction("in_progress", json!({})), summary_chunk("a"), summary_chunk("b")]);
    assert_eq!(held, Some(json!([block("a"), block("b")])));
}

#[test]
fn compaction_a_terminal_update_may_omit_the_summary_to_retain_what_was_streamed() {
    let held = summary(&[
        compaction("in_progress", json!({})),
        summary_chunk("a"),
        compaction("completed", json!({})),
    ]);
    assert_eq!(held, Some(json!([block("a")])));
}

#[test]
fn compaction_a_concrete_summary_replaces_all_that_was_accumulated() {
    let held = summary(&[
        compaction("in_progress", json!({})),
        summary_chunk("a"),
        summary_chunk("b"),
        compaction("completed", json!({"summary": [block("whole")]})),
    ]);
    assert_eq!(held, Some(json!([block("whole")])));
}

#[test]
fn compaction_later_chunks_append_to_the_replacement() {
    let held = summary(&[
        compaction("completed", json!({"summary": [block("whole")]})),
        summary_chunk("late"),
    ]);
    assert_eq!(held, Some(json!([block("whole"), block("late")])));
}

#[test]
fn compaction_null_and_an_empty_list_clear_what_was_accumulated() {
    for clears in [Value::Null, json!([])] {
        let held = summary(&[summary_chunk("a"), compaction("failed", json!({"summary": clears}))]);
        assert_eq!(held, None);
        let held = summary(&[
            summary_chunk("a"),
            compaction("in_progress", json!({"summary": clears})),
            summary_chunk("b"),
        ]);
        assert_eq!(held, Some(json!([block("b")])));
    }
}

#[test]
fn compaction_on_a_first_seen_id_omission_and_null_both_start_with_no_value() {
    let expect = json!({"compactionId": "c", "status": "in_progress"});
    let nulls = json!({"summary": null, "error": null, "_meta": null});
    assert_eq!(Talk::default().update(compaction("in_progress", nulls)).state(), expect);
    assert_eq!(Talk::default().update(compaction("in_progress", json!({}))).state(), expect);
}

#[test]
fn compaction_a_chunk_for_a_new_id_creates_it_in_progress() {
    let expect = json!({"compactionId": "c", "status": "in_progress", "summary": [block("a")]});
    assert_eq!(Talk::default().update(summary_chunk("a")).state(), expect);
}

#[test]
fn compaction_unknown_statuses_are_kept_and_a_later_one_replaces_a_terminal_one() {
    let state = Talk::default()
        .updates(&[compaction("completed", json!({})), compaction("rewinding", json!({}))])
        .state();
    assert_eq!(state["status"], "rewinding");
    let state = Talk::default()
        .updates(&[compaction("failed", json!({"error": "e"})), compaction("_x", json!({}))])
        .state();
    assert_eq!(state, json!({"compactionId": "c", "status": "_x", "error": "e"}));
}

#[test]
fn compaction_the_first_frame_fixes_the_position_and_nothing_is_split() {
    let outline = Talk::default()
        .says("agent_message_chunk", Some("m"), "before ")
        .update(compaction("in_progress", json!({})))
        .update(json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "T"}))
        .says("agent_message_chunk", Some("m"), "after")
        .update(summary_chunk("s"))
        .update(compaction("completed", json!({})))
        .outline();
    assert_eq!(outline, ["agent_message#m before after", "compaction#c s", "tool_call#t"]);
}

#[test]
fn compaction_replay_replaces_and_does_not_reset_what_is_omitted() {
    let live = || {
        Talk::default()
            .update(compaction("in_progress", json!({"_meta": {"a": 1}})))
            .update(summary_chunk("streamed"))
            .update(compaction("completed", json!({})))
            .load()
    };
    let items = live()
        .update(compaction("completed", json!({"summary": [block("streamed")]})))
        .loaded()
        .items();
    assert_eq!(items.len(), 1);
    assert_eq!(items[0].state["summary"], json!([block("streamed")]));
    assert_eq!(items[0].state["_meta"], json!({"a": 1}));
    assert!(!items[0].replay);
    let omitted = live().update(compaction("completed", json!({}))).loaded().state();
    assert_eq!(omitted["summary"], json!([block("streamed")]));
    let cleared = live().update(compaction("completed", json!({"summary": null}))).loaded().state();
    assert_eq!(cleared.get("summary"), None);
}

#[test]
fn compaction_marks_the_history_before_it_and_discards_nothing() {
    let items = Talk::default()
        .says("agent_message_chunk", None, "old")
        .update(json!({"sessionUpdate": "notice", "severity": "info", "title": "n"}))
        .update(compaction("completed", json!({})))
        .says("agent_message_chunk", None, "new")
        .items();
    let away: Vec<(&str, bool)> = items.iter().map(|i| (i.kind.word(), i.compacted_away)).collect();
    let expect = [
        ("agent_message", true),
        ("notice", false),
        ("compaction", false),
        ("agent_message", false),
    ];
    assert_eq!(away, expect);
}

fn notice(severity: &str) -> Value {
    json!({"sessionUpdate": "notice", "severity": severity, "title": "t"})
}

#[test]
fn notice_repeated_ones_are_independent_even_when_their_fields_are_equal() {
    let items = Talk::default().update(notice("info")).update(notice("info")).items();
    assert_eq!(items.len(), 2);
    assert!(items.iter().all(|i| i.frames.len() == 1 && !i.kind.is_history()));
}

#[test]
fn notice_unknown_severities_are_preserved() {
    for severity in ["_own", "critical", ""] {
        let expect = json!({"severity": severity, "title": "t"});
        assert_eq!(Talk::default().update(notice(severity)).state(), expect);
    }
}

#[test]
fn notice_inside_and_outside_of_a_turn_in_the_session_that_it_names() {
    let talk = || {
        Talk::default()
            .update(notice("info"))
            .prompt("p")
            .update(notice("info"))
            .update_of("s2", notice("error"))
            .stops()
    };
    let turns: Vec<_> = talk().items().iter().map(|i| (i.kind.word(), i.turn)).collect();
    assert_eq!(turns, [("notice", None), ("user_message", Some(1)), ("notice", Some(1))]);
    assert_eq!(talk().items_of("s2").len(), 1);
}

#[test]
fn notice_in_a_replay_is_a_new_event_and_is_marked() {
    let items =
        Talk::default().update(notice("info")).load().update(notice("info")).loaded().items();
    let marks: Vec<_> = items.iter().map(|i| (i.replay, i.kind.is_history())).collect();
    assert_eq!(marks, [(false, false), (true, false)]);
}

#[test]
fn notice_does_not_end_a_run_of_chunks() {
    let outline = Talk::default()
        .says("agent_message_chunk", None, "a")
        .update(notice("error"))
        .says("agent_message_chunk", None, "b")
        .outline();
    assert_eq!(outline, ["agent_message ab", "notice"]);
}

fn message(id: &str, more: Value) -> Value {
    let mut update = json!({"sessionUpdate": "session_message", "messageId": id});
    for (key, value) in more.as_object().unwrap() {
        update[key] = value.clone();
    }
    update
}

fn message_chunk(id: &str, text: &str, more: Value) -> Value {
    let mut update = message(id, more);
    update["sessionUpdate"] = json!("session_message_chunk");
    update["content"] = block(text);
    update
}

#[test]
fn session_message_ids_are_scoped_by_the_transcript_and_no_view_is_made_of_the_other() {
    let talk = || {
        Talk::default()
            .update_of("s1", message("m", json!({"content": [block("to")]})))
            .update_of("s2", message("m", json!({"content": [block("from")]})))
    };
    assert_eq!(talk().items_of("s1")[0].state["content"], json!([block("to")]));
    assert_eq!(talk().items_of("s2")[0].state["content"], json!([block("from")]));
    let named = json!({"senderSessionId": "s1", "recipientSessionId": "s2"});
    let talk = Talk::default().update_of("s1", message("m", named));
    assert_eq!(talk.items_of("s2").len(), 0);
}

#[test]
fn session_message_ids_do_not_meet_those_of_other_messages() {
    let outline = Talk::default()
        .says("agent_message_chunk", Some("m"), "said")
        .update(message_chunk("m", "sent", json!({})))
        .says("agent_message_chunk", Some("m"), " on")
        .outline();
    assert_eq!(outline, ["agent_message#m said on", "session_message#m sent"]);
}

#[test]
fn session_message_participants_on_a_chunk_are_taken_and_later_updates_may_add_them() {
    let state = Talk::default()
        .update(message_chunk("m", "a", json!({"senderSessionId": "s1"})))
        .update(message_chunk("m", "b", json!({"senderSessionId": null})))
        .update(message("m", json!({"recipientSessionId": "s2", "recipientMessageId": "x"})))
        .state();
    let expect = json!({
        "messageId": "m", "senderSessionId": "s1", "recipientSessionId": "s2",
        "recipientMessageId": "x", "content": [block("a"), block("b")],
    });
    assert_eq!(state, expect);
}

#[test]
fn session_message_content_replaces_what_was_accumulated_and_chunks_append_to_it() {
    let updates = [
        message_chunk("m", "a", json!({})),
        message("m", json!({"content": [block("b")]})),
        message_chunk("m", "c", json!({})),
    ];
    let state = Talk::default().updates(&updates).state();
    assert_eq!(state["content"], json!([block("b"), block("c")]));
    for clears in [Value::Null, json!([])] {
        let state = Talk::default()
            .updates(&updates)
            .update(message("m", json!({"content": clears})))
            .state();
        assert_eq!(state, json!({"messageId": "m"}));
    }
}

#[test]
fn subagent_is_owned_by_the_first_who_announces_it() {
    let announced = json!({"sessionUpdate": "subagent_update", "sessionId": "ch"});
    let talk = || {
        Talk::default()
            .update_of("ch", notice("info"))
            .update_of("s1", announced.clone())
            .update_of("s2", announced.clone())
    };
    assert_eq!(talk().parent_of("ch").as_deref(), Some("s1"));
    // Each transcript shows what it was told; the child's own words are the child's.
    assert_eq!(talk().items_of("s2")[0].kind.word(), "subagent");
    assert_eq!(talk().items_of("ch").len(), 1);
}

#[test]
fn setup_results_and_answers_change_modes_and_options() {
    let option = json!({"id": "c", "name": "C", "type": "boolean", "currentValue": true});
    let modes = json!({"currentModeId": "ask", "availableModes": [{"id": "ask", "name": "Ask"}]});
    let talk = Talk::default()
        .ask(Dir::ClientToAgent, "session/new", json!({"cwd": "/w", "mcpServers": []}))
        .answer(
            Dir::AgentToClient,
            json!({"sessionId": "s1", "modes": modes, "configOptions": [option]}),
        )
        .ask(Dir::ClientToAgent, "session/set_mode", json!({"sessionId": "s1", "modeId": "code"}))
        .answer(Dir::AgentToClient, json!({}))
        .ask(
            Dir::ClientToAgent,
            "session/set_config_option",
            json!({"sessionId": "s1", "configId": "c", "value": "v"}),
        )
        .answer(Dir::AgentToClient, json!({"configOptions": null}));
    let items = talk.items();
    let mode = json!({"currentModeId": "code", "availableModes": [{"id": "ask", "name": "Ask"}]});
    assert_eq!(Value::Object(items[0].state.clone()), mode);
    assert_eq!(Value::Object(items[1].state.clone()), json!({"configOptions": []}));
}

#[test]
fn setup_results_that_do_not_decode_say_nothing() {
    let talk = Talk::default()
        .ask(Dir::ClientToAgent, "session/new", json!({"cwd": "/w", "mcpServers": []}))
        .answer(
            Dir::AgentToClient,
            json!({"sessionId": "s1", "modes": {"currentModeId": 5, "availableModes": []}}),
        );
    assert_eq!(talk.items().len(), 0);
}
