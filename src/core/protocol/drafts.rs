//! Which cargo feature of `agent-client-protocol-schema` 1.20.0 a draft field or variant of version 1
//! belongs to. That a node is draft comes from the schema; the name of the feature is written here.

use super::issue::{Issue, IssueCode};

/// A draft field or variant inside a stable definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Draft {
    /// The definition.
    pub definition: &'static str,
    /// The field, or the value that selects the variant.
    pub name: &'static str,
    /// The cargo feature.
    pub feature: &'static str,
}

/// The draft item that an issue of kind [`IssueCode::DraftFeature`] is about.
#[must_use]
pub fn used(issue: &Issue) -> Option<&'static Draft> {
    if issue.code != IssueCode::DraftFeature {
        return None;
    }
    DRAFTS.iter().find(|draft| {
        issue.within(draft.definition) && issue.found.contains(&format!("\"{}\"", draft.name))
    })
}

const fn draft(definition: &'static str, name: &'static str, feature: &'static str) -> Draft {
    Draft { definition, name, feature }
}

/// All of version 1.
#[rustfmt::skip]
pub const DRAFTS: &[Draft] = &[
    draft("AgentAuthCapabilities", "status", "unstable_auth_status"),
    draft("AgentCapabilities", "providers", "unstable_llm_providers"),
    draft("ClientSessionCapabilities", "promptSuggestions", "unstable_prompt_suggestions"),
    draft("ClientSessionCapabilities", "cursors", "unstable_session_cursors"),
    draft("IdleStateUpdate", "usage", "unstable_end_turn_token_usage"),
    draft("ListSessionsRequest", "archived", "unstable_session_archive"),
    draft("LoadSessionRequest", "configOptions", "unstable_session_options"),
    draft("McpCapabilities", "acp", "unstable_mcp_over_acp"),
    draft("McpServer", "acp", "unstable_mcp_over_acp"),
    draft("NewSessionRequest", "configOptions", "unstable_session_options"),
    draft("PromptResponse", "usage", "unstable_end_turn_token_usage"),
    draft("ResumeSessionRequest", "configOptions", "unstable_session_options"),
    draft("SessionCapabilities", "fork", "unstable_session_fork"),
    draft("SessionCapabilities", "archive", "unstable_session_archive"),
    draft("SessionCapabilities", "status", "unstable_session_status"),
    draft("SessionCapabilities", "options", "unstable_session_options"),
    draft("SessionCapabilities", "title", "unstable_session_set_title"),
    draft("SessionConfigOptionCategory", "speed", "unstable_speed_config_category"),
    draft("SessionInfo", "archived", "unstable_session_archive"),
    draft("SessionUpdate", "cursor_update", "unstable_session_cursors"),
    draft("SessionUpdate", "prompt_suggestions_update", "unstable_prompt_suggestions"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::protocol::Protocol;
    use crate::core::tree;
    use serde_json::{Value, json};

    #[test]
    fn the_table_names_all_draft_nodes_of_stable_definitions() {
        let document: Value =
            serde_json::from_str(include_str!("../../../schema/v1.json")).unwrap();
        let mut theirs = Vec::new();
        for (definition, def) in document["$defs"].as_object().unwrap() {
            if def["x-unstable"] == true {
                continue;
            }
            for (name, field) in def["properties"].as_object().into_iter().flatten() {
                if field["x-unstable"] == true {
                    theirs.push((definition.clone(), name.clone()));
                }
            }
            for branch in ["anyOf", "oneOf"].iter().filter_map(|k| def[k].as_array()).flatten() {
                if branch["x-unstable"] == true {
                    let tags = branch["properties"].as_object().into_iter().flatten();
                    let tag = tags.map(|(_, p)| &p["const"]).chain([&branch["const"]]);
                    let tag = tag.filter_map(Value::as_str).next().unwrap();
                    theirs.push((definition.clone(), tag.to_owned()));
                }
            }
        }
        let mut ours: Vec<_> =
            DRAFTS.iter().map(|d| (d.definition.to_owned(), d.name.to_owned())).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs);
    }

    #[test]
    fn an_issue_leads_to_its_feature() {
        let schema = Protocol::v1().schema();
        let value = json!({"sessionId": "s", "update":
            {"sessionUpdate": "cursor_update", "cursorId": "c"}});
        let issues = schema.check("SessionNotification", &tree::Value::from(&value));
        assert_eq!(issues.len(), 1, "{issues:?}");
        assert_eq!(used(&issues[0]).unwrap().feature, "unstable_session_cursors");
        let value = json!({"stopReason": "end_turn", "usage": 1});
        let issues = schema.check("PromptResponse", &tree::Value::from(&value));
        assert_eq!(used(&issues[0]).unwrap().feature, "unstable_end_turn_token_usage");
        assert!(issues[1].unstable && used(&issues[1]).is_none());
    }
}
