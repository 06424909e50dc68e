//! The capabilities of version 1: who advertises them, how, and what they permit. Sources: the page
//! `/protocol/v1/initialization` and the documentation of `agent-client-protocol-schema` 1.20.0.
//!
//! A path is relative to `clientCapabilities` of the `initialize` request or `agentCapabilities` of its
//! result.

use super::{Side, Stability};
use crate::core::tree::Value;

/// One capability.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capability {
    /// Where it stands, steps joined by dots.
    pub path: &'static str,
    /// Who advertises it.
    pub side: Side,
    /// How it is written.
    pub form: Form,
    /// Stable or draft.
    pub stability: Stability,
    /// What the other side may do once it is advertised.
    pub permits: &'static str,
}

/// How a capability is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// True means yes; false or absent means no.
    Boolean,
    /// An object, even an empty one, means yes; null or absent means no.
    Object,
    /// An object that only groups others and says nothing by itself.
    Group,
}

impl Capability {
    /// Whether a capability object advertises this. A value of another type counts as absent, as it
    /// does for the official decoder.
    #[must_use]
    pub fn advertised(&self, capabilities: &Value<'_>) -> bool {
        let mut value = capabilities;
        for step in self.path.split('.') {
            match value.get(step) {
                Some(inner) => value = inner,
                None => return false,
            }
        }
        match self.form {
            Form::Boolean => *value == true,
            Form::Object => value.is_object(),
            Form::Group => false,
        }
    }
}

/// The client's capability at this path.
#[must_use]
pub fn client(path: &str) -> Option<&'static Capability> {
    of(Side::Client, path)
}

/// The agent's capability at this path.
#[must_use]
pub fn agent(path: &str) -> Option<&'static Capability> {
    of(Side::Agent, path)
}

/// A side's capability at this path.
#[must_use]
pub fn of(side: Side, path: &str) -> Option<&'static Capability> {
    CAPABILITIES.iter().find(|c| c.side == side && c.path == path)
}

/// All that a side can advertise.
pub fn all(side: Side) -> impl Iterator<Item = &'static Capability> {
    CAPABILITIES.iter().filter(move |c| c.side == side)
}

const fn cap(
    side: Side,
    path: &'static str,
    form: Form,
    stability: Stability,
    permits: &'static str,
) -> Capability {
    Capability { path, side, form, stability, permits }
}

use Form::{Boolean, Group, Object};
use Side::{Agent, Client};
use Stability::{Draft, Stable};

/// All capabilities, in the order of the schema.
#[rustfmt::skip]
pub const CAPABILITIES: &[Capability] = &[
    cap(Client, "fs", Group, Stable, ""),
    cap(Client, "fs.readTextFile", Boolean, Stable, "fs/read_text_file"),
    cap(Client, "fs.writeTextFile", Boolean, Stable, "fs/write_text_file"),
    cap(Client, "terminal", Boolean, Stable, "all terminal/* requests"),
    cap(Client, "session", Group, Stable, ""),
    cap(Client, "session.compaction", Object, Stable, "compaction_update and compaction_summary_chunk"),
    cap(Client, "session.configOptions", Group, Stable, ""),
    cap(Client, "session.configOptions.boolean", Object, Stable, "config options of type boolean"),
    cap(Client, "session.notices", Object, Stable, "notice updates"),
    cap(Client, "session.promptSuggestions", Object, Draft, "prompt_suggestions_update with text and resource links"),
    cap(Client, "session.promptSuggestions.image", Object, Draft, "images in prompt suggestions"),
    cap(Client, "session.promptSuggestions.audio", Object, Draft, "audio in prompt suggestions"),
    cap(Client, "session.promptSuggestions.embeddedContext", Object, Draft, "embedded resources in prompt suggestions"),
    cap(Client, "session.cursors", Object, Draft, "cursor_update"),
    cap(Client, "subagents", Object, Stable, "subagent_update, session_message, session_message_chunk, and tool content of type session"),
    cap(Client, "plan", Object, Stable, "plan_update and plan_removed"),
    cap(Client, "auth", Group, Stable, ""),
    cap(Client, "auth.terminal", Boolean, Stable, "authentication methods of type terminal"),
    cap(Client, "elicitation", Group, Stable, ""),
    cap(Client, "elicitation.form", Object, Stable, "elicitation/create of mode form"),
    cap(Client, "elicitation.url", Object, Stable, "elicitation/create of mode url"),
    cap(Agent, "loadSession", Boolean, Stable, "session/load"),
    cap(Agent, "promptCapabilities", Group, Stable, ""),
    cap(Agent, "promptCapabilities.image", Boolean, Stable, "images in prompts"),
    cap(Agent, "promptCapabilities.audio", Boolean, Stable, "audio in prompts"),
    cap(Agent, "promptCapabilities.embeddedContext", Boolean, Stable, "embedded resources in prompts"),
    cap(Agent, "mcpCapabilities", Group, Stable, ""),
    cap(Agent, "mcpCapabilities.http", Boolean, Stable, "MCP servers of type http"),
    cap(Agent, "mcpCapabilities.sse", Boolean, Stable, "MCP servers of type sse"),
    cap(Agent, "mcpCapabilities.acp", Boolean, Draft, "MCP servers of type acp"),
    cap(Agent, "sessionCapabilities", Group, Stable, ""),
    cap(Agent, "sessionCapabilities.list", Object, Stable, "session/list"),
    cap(Agent, "sessionCapabilities.delete", Object, Stable, "session/delete"),
    cap(Agent, "sessionCapabilities.additionalDirectories", Object, Stable, "additionalDirectories in setup requests"),
    cap(Agent, "sessionCapabilities.systemPrompt", Object, Stable, "systemPrompt of mode append in setup requests"),
    cap(Agent, "sessionCapabilities.systemPrompt.mode", Group, Stable, ""),
    cap(Agent, "sessionCapabilities.systemPrompt.mode.override", Object, Stable, "systemPrompt of mode override"),
    cap(Agent, "sessionCapabilities.fork", Object, Draft, "session/fork"),
    cap(Agent, "sessionCapabilities.archive", Object, Draft, "session/archive and session/unarchive"),
    cap(Agent, "sessionCapabilities.status", Object, Draft, "session/status"),
    cap(Agent, "sessionCapabilities.options", Object, Draft, "session/options, and configOptions in setup requests"),
    cap(Agent, "sessionCapabilities.title", Object, Draft, "session/set_title"),
    cap(Agent, "sessionCapabilities.resume", Object, Stable, "session/resume"),
    cap(Agent, "sessionCapabilities.close", Object, Stable, "session/close"),
    cap(Agent, "auth", Group, Stable, ""),
    cap(Agent, "auth.status", Object, Draft, "auth/status, and auth/status_update from the agent"),
    cap(Agent, "auth.logout", Object, Stable, "logout"),
    cap(Agent, "providers", Object, Draft, "providers/list, providers/set and providers/disable"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn walk(
        document: &serde_json::Value,
        def: &str,
        above: &str,
        draft: bool,
        out: &mut Vec<(String, bool, bool)>,
    ) {
        for (name, field) in document["$defs"][def]["properties"].as_object().into_iter().flatten()
        {
            if name == "_meta" {
                continue;
            }
            let path = if above.is_empty() { name.clone() } else { format!("{above}.{name}") };
            let draft = draft || field["x-unstable"] == true;
            out.push((path.clone(), field["type"] == "boolean", draft));
            let target = field["allOf"][0]["$ref"].as_str().or(field["anyOf"][0]["$ref"].as_str());
            if let Some(target) = target {
                walk(document, target.trim_start_matches("#/$defs/"), &path, draft, out);
            }
        }
    }

    #[test]
    fn the_table_and_the_schema_agree() {
        let document = serde_json::from_str(include_str!("../../../schema/v1.json")).unwrap();
        for (side, def) in [(Client, "ClientCapabilities"), (Agent, "AgentCapabilities")] {
            let mut theirs = Vec::new();
            walk(&document, def, "", false, &mut theirs);
            let ours: Vec<_> = CAPABILITIES
                .iter()
                .filter(|c| c.side == side)
                .map(|c| (c.path.to_owned(), c.form == Boolean, c.stability == Draft))
                .collect();
            assert_eq!(ours, theirs);
        }
    }

    #[test]
    fn groups_permit_nothing_and_all_else_permits_something() {
        for c in CAPABILITIES {
            assert_eq!(c.permits.is_empty(), c.form == Group, "{}", c.path);
        }
    }

    #[test]
    fn what_is_advertised() {
        let is = |side, path, value: serde_json::Value| {
            of(side, path).unwrap().advertised(&Value::from(&value))
        };
        assert!(is(Client, "terminal", json!({"terminal": true})));
        assert!(!is(Client, "terminal", json!({"terminal": {}})));
        assert!(is(Client, "elicitation.form", json!({"elicitation": {"form": {}}})));
        assert!(!is(Client, "elicitation.form", json!({"elicitation": {"form": null}})));
        assert!(!is(Client, "elicitation", json!({"elicitation": {}})));
        assert!(!is(
            Agent,
            "sessionCapabilities.list",
            json!({"sessionCapabilities": {"list": true}})
        ));
        assert!(!is(Agent, "loadSession", json!(null)));
    }
}
