//! Mode ids are unique within a session.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    id: "modes/id-twice",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Mode ids are unique within a session.",
    why: "session/set_mode names a mode by its id only. (Described, not demanded: a \
        warning.)",
    fix: "Give each mode an id of its own.",
    link: "/protocol/v1/session-modes#sessionmode",
    requirements: &["modes/ids-unique"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"A"},{"id":"ask","name":"B"}]}}}"#],
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
    let mut seen = HashSet::new();
    for (i, mode) in said.list("/result/modes/availableModes").iter().enumerate() {
        if let Some(id) = mode.get("id").and_then(Value::as_str)
            && !seen.insert(id)
        {
            out.at(
                said,
                format!("/result/modes/availableModes/{i}/id"),
                format!("the id {} stands for two modes", text::quoted(id)),
            );
        }
    }
}
