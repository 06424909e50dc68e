//! An agent with mode-like options provides modes as well as an option of category mode.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "config-options/only-one-of-modes",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "An agent with mode-like options provides modes as well as an option of \
        category mode.",
    why: "Clients know the one or the other. (Many agents still have only modes, so a \
        hint.)",
    fix: "Offer both, and keep them in step.",
    link: "/protocol/v1/session-config-options#relationship-to-session-modes",
    requirements: &["config-options/modes-provided-too"],
    breaks: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]},"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#,
    ],
    when: &[
        When::Answer("session/new"),
        When::Answer("session/load"),
        When::Answer("session/resume"),
        When::Answer("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if !said.succeeds() {
        return;
    }
    let modes = said.at("/result/modes").is_object();
    let option = said
        .list("/result/configOptions")
        .iter()
        .any(|o| o.get("category").and_then(Value::as_str) == Some("mode"));
    if modes != option {
        let what = if modes {
            "modes, but no config option of category mode"
        } else {
            "a config option of category mode, but no modes"
        };
        out.at(
            said,
            "/result",
            format!("the session has {what}; older and newer clients know only one of them"),
        );
    }
}
