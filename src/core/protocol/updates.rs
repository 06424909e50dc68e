//! The variants of `session/update` in version 1: which capability they need, what they are keyed by,
//! what they do to the entity. Source: the documentation of `agent-client-protocol-schema` 1.20.0,
//! and `/protocol/v1/prompt-turn#session-updates`.
//!
//! The gates are capabilities of the client. Shapes are in the schema, merge rules of single fields
//! are the timeline's.

use super::Stability;

/// One variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Update {
    /// The value of `sessionUpdate`.
    pub name: &'static str,
    /// Stable or draft.
    pub stability: Stability,
    /// The client capability that it needs, if any (see [`super::capabilities`]).
    pub gate: Option<&'static str>,
    /// The field of the update that names the entity, if there is more than one.
    pub key: Option<&'static str>,
    /// What it does.
    pub effect: Effect,
    /// What it reports, in a few words.
    pub purpose: &'static str,
}

/// What an update does to its entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effect {
    /// Adds to the end of the entity's content; makes the entity if it is new.
    Append,
    /// Makes the entity.
    Create,
    /// Changes the given fields of the entity; omitted and null ones stay.
    Patch,
    /// Makes the entity or changes it: omitted fields stay, null ones are cleared.
    Upsert,
    /// Takes the place of all that was there.
    Replace,
    /// Removes the entity.
    Remove,
    /// Happens, and changes nothing.
    Event,
}

/// The variant of this exact name.
#[must_use]
pub fn update(name: &str) -> Option<&'static Update> {
    UPDATES.iter().find(|update| update.name == name)
}

const fn stable(
    name: &'static str,
    gate: Option<&'static str>,
    key: Option<&'static str>,
    effect: Effect,
    purpose: &'static str,
) -> Update {
    Update { name, stability: Stability::Stable, gate, key, effect, purpose }
}

const fn draft(
    name: &'static str,
    gate: &'static str,
    key: Option<&'static str>,
    effect: Effect,
    purpose: &'static str,
) -> Update {
    Update { name, stability: Stability::Draft, gate: Some(gate), key, effect, purpose }
}

/// All variants of version 1, in the order of the schema.
#[rustfmt::skip]
pub const UPDATES: &[Update] = &[
    stable("user_message_chunk", None, Some("messageId"), Effect::Append, "a piece of a user message"),
    stable("agent_message_chunk", None, Some("messageId"), Effect::Append, "a piece of the agent's answer"),
    stable("agent_thought_chunk", None, Some("messageId"), Effect::Append, "a piece of the agent's reasoning"),
    stable("tool_call", None, Some("toolCallId"), Effect::Create, "a new tool call"),
    stable("tool_call_update", None, Some("toolCallId"), Effect::Patch, "news of a tool call"),
    stable("plan", None, None, Effect::Replace, "the plan as a whole"),
    stable("plan_update", Some("plan"), Some("planId"), Effect::Replace, "one of several plans as a whole"),
    stable("plan_removed", Some("plan"), Some("planId"), Effect::Remove, "a plan is gone"),
    stable("available_commands_update", None, None, Effect::Replace, "the slash commands"),
    stable("current_mode_update", None, None, Effect::Replace, "the mode has changed"),
    stable("config_option_update", None, None, Effect::Replace, "the options of the session"),
    stable("session_info_update", None, None, Effect::Upsert, "title and time of the session"),
    stable("usage_update", None, None, Effect::Replace, "how full the context is, and the cost"),
    stable("notice", Some("session.notices"), None, Effect::Event, "something the user should see, outside the history"),
    stable("compaction_update", Some("session.compaction"), Some("compactionId"), Effect::Upsert, "the context is being compacted"),
    stable("compaction_summary_chunk", Some("session.compaction"), Some("compactionId"), Effect::Append, "a piece of a compaction's summary"),
    draft("prompt_suggestions_update", "session.promptSuggestions", None, Effect::Replace, "prompts that the user might send next"),
    draft("cursor_update", "session.cursors", Some("cursorId"), Effect::Upsert, "a place in the history"),
    stable("subagent_update", Some("subagents"), Some("sessionId"), Effect::Upsert, "a child session"),
    stable("session_message", Some("subagents"), Some("messageId"), Effect::Upsert, "a message between sessions"),
    stable("session_message_chunk", Some("subagents"), Some("messageId"), Effect::Append, "a piece of a message between sessions"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::protocol::Protocol;

    #[test]
    fn the_table_and_the_schema_name_the_same_variants() {
        let theirs = Protocol::v1().schema().variants("SessionUpdate");
        let ours: Vec<_> =
            UPDATES.iter().map(|u| (u.name, u.stability == Stability::Draft)).collect();
        let theirs: Vec<_> = theirs.iter().map(|v| (v.name, v.unstable)).collect();
        assert_eq!(ours, theirs);
        assert!(Protocol::v2().schema().variants("SessionUpdate").len() > 20);
    }

    #[test]
    fn every_gate_is_a_capability_of_the_client() {
        for gate in UPDATES.iter().filter_map(|u| u.gate) {
            assert!(super::super::capabilities::client(gate).is_some(), "{gate}");
        }
    }
}
