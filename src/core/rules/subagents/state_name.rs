//! Other state names and other idle stop reasons have a leading underscore.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "subagents/state-name",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Other state names and other idle stop reasons have a leading underscore.",
    why: "Plain words are kept for later versions of the protocol.",
    fix: "Use the known states and stop reasons, or a word of your own with a leading \
        underscore.",
    link: "/protocol/v1/subagents",
    requirements: &["subagents/state-reserved"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1","state":{"state":"sleeping"}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1","state":{"state":"_sleeping"}}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.variant() == Some("subagent_update") && issue.code == IssueCode::UnknownValue)
        .then_some(FIELD)
}
