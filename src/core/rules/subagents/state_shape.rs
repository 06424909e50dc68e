//! A state snapshot is an object tagged by state: running, idle, requires_action or unknown.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, PART, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "subagents/state-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A state snapshot is an object tagged by state: running, idle, requires_action \
        or unknown.",
    why: "Readers take a malformed state for unchanged.",
    fix: "Send state as an object: {\"state\":\"running\"}.",
    link: "/protocol/v1/subagents",
    requirements: &["subagents/state-shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1","state":"running"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1","state":{"state":"running"}}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let place = issue.pointer.starts_with("/params/update/state");
    (said.variant() == Some("subagent_update") && place && issue.class() != IssueClass::Unknown)
        .then_some(PART)
}
