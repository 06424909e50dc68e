//! session/set_config_option carries sessionId, configId and a value.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "config-options/set-shape",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/set_config_option carries sessionId, configId and a value.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send sessionId, configId and value; with a boolean value also type.",
    link: "/protocol/v1/session-config-options",
    requirements: &[],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","value":"x"}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"x"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"brave","type":"boolean","value":true}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"x"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/set_config_option")
        && said.asked.is_none()
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
