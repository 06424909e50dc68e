//! A command name does not include the leading slash.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "commands/leading-slash",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A command name does not include the leading slash.",
    why: "The user sees and sends two slashes. (Described, not demanded: a hint.)",
    fix: "Leave the slash out.",
    link: "/protocol/v1/slash-commands#availablecommand",
    requirements: &["slash-commands/name-without-slash"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"/web","description":"Search"}]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web","description":"Search"}]}}}"#],
    when: &[When::Update("available_commands_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for (i, command) in said.list("/params/update/availableCommands").iter().enumerate() {
        if let Some(name) =
            command.get("name").and_then(Value::as_str).filter(|n| n.starts_with('/'))
        {
            out.at(
                said,
                format!("/params/update/availableCommands/{i}/name"),
                format!(
                    "the name {} begins with the slash that the client adds",
                    text::quoted(name)
                ),
            );
        }
    }
}
