//! What the format decides where the protocol leaves it open, point by point.

use acp_scope::core::frame::Dir;
use serde_json::{Value, json};

use crate::talk::{Talk, block};

const USER: &str = "user_message_chunk";
const AGENT: &str = "agent_message_chunk";
const THOUGHT: &str = "agent_thought_chunk";

/// A run of the agent's words around something.
fn around(middle: impl FnOnce(Talk) -> Talk) -> bool {
    let talk = Talk::default().says(AGENT, None, "a");
    let outline = middle(talk).says(AGENT, None, "b").outline();
    outline.contains(&"agent_message ab".to_owned())
}

#[test]
fn a_run_ends_at_a_chunk_of_another_kind() {
    assert!(!around(|t| t.says(THOUGHT, None, "x")));
    assert!(!around(|t| t.says(USER, None, "x")));
    assert!(!around(|t| t.says(THOUGHT, Some("m"), "x")));
}

#[test]
fn a_run_ends_at_a_new_tool_call_plan_compaction_or_session_message() {
    for update in [
        json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "T"}),
        json!({"sessionUpdate": "tool_call_update", "toolCallId": "t"}),
        json!({"sessionUpdate": "plan", "entries": []}),
        json!({"sessionUpdate": "plan_update", "plan": {"type": "markdown", "planId": "p", "content": ""}}),
        json!({"sessionUpdate": "compaction_update", "compactionId": "c", "status": "in_progress"}),
        json!({"sessionUpdate": "session_message", "messageId": "m"}),
    ] {
        assert!(!around(|t| t.update(update.clone())), "{update}");
    }
}

#[test]
fn a_run_ends_at_a_permission_request_and_at_the_start_and_end_of_a_prompt() {
    assert!(!around(|t| t.asks_permission(json!({"toolCallId": "t"}))));
    assert!(!around(|t| t.prompt("p")));
    let outline = Talk::default().prompt("p").says(AGENT, None, "a").stops().says(AGENT, None, "b");
    assert_eq!(outline.outline(), ["user_message p", "agent_message a", "agent_message b"]);
}

#[test]
fn a_run_does_not_end_at_live_state_and_notices() {
    for update in [
        json!({"sessionUpdate": "usage_update", "used": 1, "size": 2}),
        json!({"sessionUpdate": "available_commands_update", "availableCommands": []}),
        json!({"sessionUpdate": "current_mode_update", "currentModeId": "m"}),
        json!({"sessionUpdate": "config_option_update", "configOptions": []}),
        json!({"sessionUpdate": "session_info_update", "title": "t"}),
        json!({"sessionUpdate": "notice", "severity": "info", "title": "t"}),
    ] {
        assert!(around(|t| t.update(update.clone())), "{update}");
    }
}

#[test]
fn a_run_does_not_end_at_patches_of_items_that_are_there() {
    let call = json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "T"});
    let plan = json!({"sessionUpdate": "plan", "entries": []});
    let compaction =
        json!({"sessionUpdate": "compaction_update", "compactionId": "c", "status": "completed"});
    let message = json!({"sessionUpdate": "session_message", "messageId": "m"});
    let patch = json!({"sessionUpdate": "tool_call_update", "toolCallId": "t", "status": "failed"});
    for (first, again) in [
        (&call, &call),
        (&call, &patch),
        (&plan, &plan),
        (&compaction, &compaction),
        (&message, &message),
    ] {
        let outline = Talk::default()
            .update(first.clone())
            .says(AGENT, None, "a")
            .update(again.clone())
            .says(AGENT, None, "b")
            .outline();
        assert_eq!(outline[1], "agent_message ab", "{again}");
    }
}

#[test]
fn chunks_of_two_messages_may_interleave_by_id() {
    let outline = Talk::default()
        .says(AGENT, Some("m"), "a")
        .says(AGENT, Some("n"), "1")
        .says(AGENT, Some("m"), "b")
        .says(THOUGHT, Some("m"), "t")
        .says(AGENT, Some("n"), "2")
        .outline();
    assert_eq!(outline, ["agent_message#m ab", "agent_message#n 12", "thought#m t"]);
}

#[test]
fn adjacent_text_chunks_are_one_block_and_other_blocks_stay() {
    let image = json!({"type": "image", "data": "AA==", "mimeType": "image/png"});
    let noted = json!({"type": "text", "text": "d", "annotations": {"priority": 1.0}});
    let mut talk = Talk::default();
    for content in [block("a"), block("b"), image.clone(), block("c"), noted.clone(), block("e")] {
        talk = talk.update(json!({"sessionUpdate": AGENT, "content": content}));
    }
    let expect = json!({"content": [block("ab"), image, block("c"), noted, block("e")]});
    assert_eq!(talk.state(), expect);
}

#[test]
fn the_echo_of_the_prompt_is_the_prompt_and_its_id_becomes_known() {
    let items = Talk::default()
        .prompt("hello world")
        .says(USER, Some("m"), "hello ")
        .says(AGENT, None, "hm")
        .says(USER, Some("m"), "world")
        .items();
    assert_eq!(items.len(), 2);
    let expect = json!({"content": [block("hello world")], "messageId": "m"});
    assert_eq!(Value::Object(items[0].state.clone()), expect);
    assert_eq!(items[0].id.as_deref(), Some("m"));
    // Without an id, too.
    assert_eq!(Talk::default().prompt("hi").says(USER, None, "hi").outline(), ["user_message hi"]);
}

#[test]
fn other_text_of_the_user_is_an_item_of_its_own() {
    let outline = Talk::default().prompt("hello").says(USER, None, "help").outline();
    assert_eq!(outline, ["user_message hello", "user_message help"]);
    // Outside of a turn there is no prompt to repeat.
    let outline = Talk::default().prompt("hi").stops().says(USER, None, "hi").outline();
    assert_eq!(outline, ["user_message hi", "user_message hi"]);
}

#[test]
fn a_replayed_message_whose_id_is_known_restarts_its_content_in_its_place() {
    let items = Talk::default()
        .says(AGENT, Some("m"), "old ")
        .says(AGENT, Some("m"), "words")
        .says(THOUGHT, Some("n"), "t")
        .load()
        .says(AGENT, Some("m"), "new ")
        .says(AGENT, Some("m"), "words")
        .loaded()
        .items();
    assert_eq!(items.len(), 2);
    assert_eq!(items[0].state["content"], json!([block("new words")]));
    assert_eq!(items[0].frames.len(), 4);
    assert!(!items[0].replay);
}

#[test]
fn a_prompt_that_was_repeated_in_two_messages_is_replayed_whole() {
    let items = Talk::default()
        .prompt("one two")
        .says(USER, Some("m"), "one ")
        .says(USER, Some("n"), "two")
        .stops()
        .load()
        .says(USER, Some("m"), "one ")
        .says(USER, Some("n"), "two")
        .loaded()
        .items();
    assert_eq!(items.len(), 1);
    assert_eq!(items[0].state["content"], json!([block("one two")]));
}

#[test]
fn anonymous_chunks_of_a_replay_belong_to_the_segment_only() {
    let items = Talk::default()
        .says(AGENT, None, "live")
        .load()
        .says(AGENT, None, "re")
        .says(AGENT, None, "play")
        .loaded()
        .says(AGENT, None, "late")
        .items();
    let told: Vec<_> =
        items.iter().map(|i| (i.state["content"][0]["text"].clone(), i.replay, i.turn)).collect();
    let expect =
        [(json!("live"), false, None), (json!("replay"), true, None), (json!("late"), false, None)];
    assert_eq!(told, expect);
}

#[test]
fn an_update_for_an_unknown_call_makes_an_item() {
    let patch = json!({"sessionUpdate": "tool_call_update", "toolCallId": "t", "status": "failed"});
    assert_eq!(
        Talk::default().update(patch).state(),
        json!({"toolCallId": "t", "status": "failed"})
    );
}

#[test]
fn a_second_tool_call_replaces_the_fields_and_keeps_the_place() {
    let items = Talk::default()
        .update(json!({
            "sessionUpdate": "tool_call", "toolCallId": "t", "title": "A", "kind": "read",
            "status": "completed", "rawInput": 1, "name": "n", "_meta": {"a": 1},
            "locations": [{"path": "/a"}],
        }))
        .says(AGENT, None, "x")
        .update(json!({"sessionUpdate": "tool_call", "toolCallId": "t", "title": "B"}))
        .items();
    let expect = json!({"toolCallId": "t", "title": "B", "kind": "other", "status": "pending"});
    assert_eq!(Value::Object(items[0].state.clone()), expect);
    assert_eq!(items.len(), 2);
}

#[test]
fn a_permission_request_patches_the_call_and_stands_behind_it() {
    let items = Talk::default()
        .asks_permission(json!({"toolCallId": "t", "title": "T", "status": "bad"}))
        .answer(Dir::ClientToAgent, json!({"outcome": {"outcome": "selected", "optionId": "y"}}))
        .items();
    assert_eq!(Value::Object(items[0].state.clone()), json!({"toolCallId": "t", "title": "T"}));
    assert_eq!(items[1].kind.word(), "permission");
    assert_eq!(items[1].parent, Some(items[0].index));
    assert_eq!(items[1].state["outcome"], json!({"outcome": "selected", "optionId": "y"}));
}

#[test]
fn a_cancel_closes_the_unfinished_calls_of_the_turn_and_a_later_status_wins() {
    let call = |id: &str, status: &str| json!({"sessionUpdate": "tool_call", "toolCallId": id, "title": "T", "status": status});
    let talk = || {
        Talk::default()
            .update(call("before", "in_progress"))
            .prompt("p")
            .update(call("runs", "in_progress"))
            .update(call("done", "completed"))
            .cancel()
    };
    let cancelled = |talk: Talk| -> Vec<String> {
        let items = talk.items();
        let ids = items.iter().filter(|i| i.cancelled).map(|i| i.id.clone().unwrap());
        ids.collect()
    };
    assert_eq!(cancelled(talk()), ["runs"]);
    let patch = |more: Value| {
        let mut patch = json!({"sessionUpdate": "tool_call_update", "toolCallId": "runs"});
        patch["title"] = json!("late");
        patch["status"] = more;
        patch
    };
    assert_eq!(cancelled(talk().update(patch(Value::Null))), ["runs"]);
    assert!(cancelled(talk().update(patch(json!("failed")))).is_empty());
}

#[test]
fn what_a_session_has_once_is_one_item_with_a_patch_per_change() {
    let items = Talk::default()
        .update(json!({"sessionUpdate": "usage_update", "used": 1, "size": 9}))
        .update(json!({"sessionUpdate": "current_mode_update", "currentModeId": "a"}))
        .update(json!({"sessionUpdate": "usage_update", "used": 2, "size": 9}))
        .update(json!({"sessionUpdate": "current_mode_update", "currentModeId": "b"}))
        .items();
    assert_eq!(items.len(), 2);
    assert!(items.iter().all(|i| i.patches.len() == 2));
    assert_eq!(items[0].state["used"], 2);
    assert_eq!(items[1].state["currentModeId"], "b");
}

#[test]
fn a_removed_plan_stays_and_the_same_id_later_is_a_new_item() {
    let plan = |text: &str| json!({"sessionUpdate": "plan_update", "plan": {"type": "markdown", "planId": "p", "content": text}});
    let removed = json!({"sessionUpdate": "plan_removed", "planId": "p"});
    let items = Talk::default()
        .update(removed.clone())
        .update(plan("a"))
        .update(removed.clone())
        .update(removed)
        .update(plan("b"))
        .items();
    let states: Vec<Value> = items.iter().map(|i| Value::Object(i.state.clone())).collect();
    let expect = [
        json!({"type": "markdown", "planId": "p", "content": "a", "removed": true}),
        json!({"type": "markdown", "planId": "p", "content": "b"}),
    ];
    assert_eq!(states, expect);
}

#[test]
fn a_plan_is_replaced_whole_even_if_its_type_changes() {
    let update = |plan: Value| json!({"sessionUpdate": "plan_update", "plan": plan});
    let state = Talk::default()
        .update(update(json!({"type": "markdown", "planId": "p", "content": "# a", "path": "/p"})))
        .update(update(json!({"type": "items", "planId": "p", "entries": []})))
        .state();
    assert_eq!(state, json!({"type": "items", "planId": "p", "entries": []}));
}

#[test]
fn turns_run_from_the_prompt_to_its_response() {
    let items = Talk::default()
        .says(AGENT, Some("a"), "x")
        .prompt("p")
        .says(AGENT, Some("b"), "x")
        .stops()
        .says(AGENT, Some("c"), "x")
        .prompt("q")
        .says(AGENT, Some("b"), "y")
        .says(AGENT, Some("d"), "x")
        .items();
    let turns: Vec<Option<u32>> = items.iter().map(|i| i.turn).collect();
    assert_eq!(turns, [None, Some(1), Some(1), None, Some(2), Some(2)]);
}

#[test]
fn a_field_that_is_nested_in_a_block_and_does_not_decode_is_lost_alone() {
    let content = json!({"type": "text", "text": "a", "annotations": 5});
    let items = Talk::default().update(json!({"sessionUpdate": AGENT, "content": content})).items();
    assert_eq!(items[0].state["content"], json!([block("a")]));
    assert_eq!(items[0].patches[0].ignored[0].field, "content/annotations");
}

#[test]
fn half_of_a_surrogate_pair_costs_the_character_and_not_the_chunk() {
    let line = r#"{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"b\ud83d"}}}}"#;
    let talk = Talk::default().says(AGENT, None, "a").line(Dir::AgentToClient, line);
    let outline = talk.says(AGENT, None, "c").outline();
    assert_eq!(outline, ["agent_message ab\u{fffd}c"]);
}
