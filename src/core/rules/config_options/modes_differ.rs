//! Modes and the mode option agree.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    id: "config-options/modes-differ",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Modes and the mode option agree.",
    why: "What the user sees depends on which of the two the client knows.",
    fix: "Keep modes and the mode option in step.",
    link: "/protocol/v1/session-config-options#relationship-to-session-modes",
    requirements: &["config-options/modes-in-sync"],
    breaks: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]},"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"code","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}"#],
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
    let options = said.list("/result/configOptions");
    let Some(option) =
        options.iter().find(|o| o.get("category").and_then(Value::as_str) == Some("mode"))
    else {
        return;
    };
    let values =
        option.get("options").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let values: HashSet<&str> = text::choices(values).into_iter().collect();
    let ids: HashSet<&str> = said
        .list("/result/modes/availableModes")
        .iter()
        .filter_map(|m| m.get("id")?.as_str())
        .collect();
    if let Some(value) = option.get("currentValue").and_then(Value::as_str)
        && values == ids
        && value != current
    {
        out.at(
            said,
            "/result/modes/currentModeId",
            format!(
                "the current mode is {}, but the mode option says {}",
                text::quoted(current),
                text::quoted(value)
            ),
        );
    }
}
