//! Names that older drafts had and version 1 of today has not. Peers still send them: they are known
//! and outdated, not unknown. Sources: the August 2026 pages and RFDs, and older releases of the
//! schema crate.

/// A name of an older draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outdated {
    /// The name, or with a final `*` all names that begin so.
    pub name: &'static str,
    /// What it was.
    pub was: &'static str,
    /// What serves the purpose now, if anything does.
    pub instead: Option<&'static str>,
}

/// The outdated method of this name, if it is one.
#[must_use]
pub fn method(name: &str) -> Option<&'static Outdated> {
    METHODS.iter().find(|old| match old.name.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == old.name,
    })
}

/// The outdated field of this name in this definition, if it is one.
#[must_use]
pub fn field(definition: &str, name: &str) -> Option<&'static Outdated> {
    FIELDS.iter().find(|(of, old)| *of == definition && old.name == name).map(|(_, old)| old)
}

/// The outdated variant of this name in this union, if it is one.
#[must_use]
pub fn variant(definition: &str, name: &str) -> Option<&'static Outdated> {
    VARIANTS.iter().find(|(of, old)| *of == definition && old.name == name).map(|(_, old)| old)
}

const fn old(name: &'static str, was: &'static str, instead: Option<&'static str>) -> Outdated {
    Outdated { name, was, instead }
}

/// Methods.
pub const METHODS: &[Outdated] = &[
    old("session/set_model", "the draft of model selection", Some("session/set_config_option")),
    old("session/elicitation", "an early name", Some("elicitation/create")),
    old("session/elicitation/complete", "an early name", Some("elicitation/complete")),
    old("session/create_elicitation", "an early name", Some("elicitation/create")),
    old("nes/*", "the draft of next edit suggestions", None),
    old("document/*", "document events of next edit suggestions", None),
    old("mcp/connect", "an earlier draft of MCP over ACP", Some("mcp/message")),
    old("mcp/disconnect", "an earlier draft of MCP over ACP", Some("mcp/message")),
];

/// Fields, by the definition that had them.
pub const FIELDS: &[(&str, Outdated)] = &[
    ("NewSessionResponse", MODELS),
    ("LoadSessionResponse", MODELS),
    ("ResumeSessionResponse", MODELS),
    ("ForkSessionResponse", MODELS),
    ("PlanItems", PLAN_ID),
    ("PlanMarkdown", PLAN_ID),
    ("PlanRemoved", PLAN_ID),
    ("SessionMessageChunk", participant("senderSessionId")),
    ("SessionMessageChunk", participant("recipientSessionId")),
    ("SessionMessageChunk", participant("senderMessageId")),
    ("SessionMessageChunk", participant("recipientMessageId")),
    ("ProviderInfo", old("id", "the draft's key of a provider", Some("providerId"))),
    ("SetProviderRequest", old("id", "the draft's key of a provider", Some("providerId"))),
    ("DisableProviderRequest", old("id", "the draft's key of a provider", Some("providerId"))),
    ("McpServerAcp", old("id", "the earlier key of the server", Some("serverId"))),
    ("AgentCapabilities", old("nes", "the draft of next edit suggestions", None)),
    ("AgentCapabilities", old("positionEncoding", "part of next edit suggestions", None)),
    ("ClientCapabilities", old("nes", "the draft of next edit suggestions", None)),
    ("ClientCapabilities", old("positionEncodings", "part of next edit suggestions", None)),
];

/// Variants, by the union that had them.
pub const VARIANTS: &[(&str, Outdated)] = &[
    ("PlanUpdateContent", old("file", "the August draft's plan in a file", Some("markdown"))),
    ("AuthMethod", old("env_var", "a draft of login by environment variables", None)),
];

const MODELS: Outdated = old("models", "the draft of model selection", Some("configOptions"));
const PLAN_ID: Outdated = old("id", "the draft's key of a plan", Some("planId"));

const fn participant(name: &'static str) -> Outdated {
    old(name, "the September draft named participants on chunks", Some("session_message"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::protocol::Protocol;

    #[test]
    fn what_is_outdated_is_not_current() {
        let v1 = Protocol::v1();
        for old in METHODS {
            assert!(v1.methods().all(|m| method(m.name).is_none()), "{old:?}");
        }
        for (definition, old) in FIELDS {
            assert!(v1.schema().has(definition), "{definition}");
            let fields = v1.schema().fields(definition);
            assert!(fields.iter().all(|f| f.name != old.name), "{definition} {old:?}");
        }
        for (definition, old) in VARIANTS {
            let variants = v1.schema().variants(definition);
            assert!(!variants.is_empty() && variants.iter().all(|v| v.name != old.name));
        }
    }

    #[test]
    fn a_star_stands_for_any_ending() {
        assert!(method("nes/suggest").is_some());
        assert!(method("document/didOpen").is_some());
        assert!(method("session/set_model").is_some());
        assert!(method("session/set_models").is_none());
    }
}
