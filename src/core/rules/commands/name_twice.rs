//! A command name is listed once.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    id: "commands/name-twice",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A command name is listed once.",
    why: "The user cannot tell the two apart. (Described, not demanded: a hint.)",
    fix: "List each command once.",
    link: "/protocol/v1/slash-commands#availablecommand",
    requirements: &["slash-commands/unique-names"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web","description":"A"},{"name":"web","description":"B"}]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"a","description":"A"},{"name":"b","description":"B"}]}}}"#],
    when: &[When::Update("available_commands_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let mut seen = HashSet::new();
    for (i, command) in said.list("/params/update/availableCommands").iter().enumerate() {
        if let Some(name) = command.get("name").and_then(Value::as_str)
            && !seen.insert(name)
        {
            out.at(
                said,
                format!("/params/update/availableCommands/{i}/name"),
                format!("the command {} is listed twice", text::quoted(name)),
            );
        }
    }
}
