//! available_commands_update lists commands with name and description, and an optional input
//! with a hint.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "commands/shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "available_commands_update lists commands with name and description, and an \
        optional input with a hint.",
    why: "Readers skip a malformed command.",
    fix: "Give each command name and description, and input an object with a hint.",
    link: "/protocol/v1/slash-commands#availablecommand",
    requirements: &["slash-commands/shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web"}]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web","description":"Search"}]}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.variant() == Some("available_commands_update") && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
