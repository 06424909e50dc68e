//! Every option always has a value, so that the agent can run without the client setting it.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "config-options/no-current-value",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Every option always has a value, so that the agent can run without the client \
        setting it.",
    why: "The agent must be able to run without the client setting anything.",
    fix: "Give each option a currentValue.",
    link: "/protocol/v1/session-config-options#default-values-and-graceful-degradation",
    requirements: &["config-options/default-present"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"x","name":"X","type":"boolean"}]}}}"#],
    near_misses: &[r#"@prelude"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let null = issue.pointer.ends_with("/currentValue") && issue.found.contains("null");
    (issue.within("SessionConfigOption") && (issue.missing == Some("currentValue") || null))
        .then_some(FIELD)
}
