//! currentModeId is the id of one of availableModes.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "modes/current-unknown",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "currentModeId is the id of one of availableModes.",
    why: "Clients cannot show what is chosen. (Described, not demanded: a warning.)",
    fix: "Name one of availableModes.",
    link: "/protocol/v1/session-modes#initial-state",
    requirements: &["modes/current-is-available"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2","modes":{"currentModeId":"x","availableModes":[{"id":"ask","name":"Ask"}]}}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]},"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}"#],
    when: &[
        When::Answer("session/new"),
        When::Answer("session/load"),
        When::Answer("session/resume"),
        When::Answer("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(current) = said.text("/result/modes/currentModeId") else { return };
    let modes = said.list("/result/modes/availableModes");
    if !modes.iter().any(|m| m.get("id").and_then(Value::as_str) == Some(current)) {
        out.at(
            said,
            "/result/modes/currentModeId",
            format!("the current mode {} is not among the available ones", text::quoted(current)),
        );
    }
}
