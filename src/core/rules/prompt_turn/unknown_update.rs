//! session/update uses no sessionUpdate value outside the closed v1 list.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "prompt-turn/unknown-update",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/update uses no sessionUpdate value outside the closed v1 list.",
    why: "Version 1 has a closed list of updates: readers cannot decode another one. (A \
        newer version of the protocol may have it.)",
    fix: "Use an update of version 1; send what is your own as a notification whose \
        name begins with an underscore.",
    link: "/protocol/v1/prompt-turn#session-updates",
    requirements: &["prompt-turn/update-kind-known"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_mood","value":"happy"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"_acme/mood","params":{"sessionId":"s1"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.method == Some("session/update")
        && issue.code == IssueCode::UnknownVariant
        && issue.pointer == "/params/update/sessionUpdate")
        .then_some(FIELD)
}
