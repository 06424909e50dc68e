//! Applying initial values causes no config_option_update and, on new and fork, no other
//! update before the response.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "config-options/initial-repeated",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "Applying initial values causes no config_option_update and, on new and fork, \
        no other update before the response.",
    why: "Initial values are in the answer already. (A hint.)",
    fix: "Send config_option_update when something changes.",
    link: "/protocol/v1/draft/schema",
    requirements: &["config-options/initial-values-no-notifications"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"options":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"configOptions":[{"configId":"mode","value":"code"}]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"code","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"code","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"options":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"code","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}}"#],
    when: &[When::Update("config_option_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(session) = cx.state.session_of(said)
        && let (Some(frame), Some(before)) = (session.initial_options, &session.options)
        && session.turn_count == 0
        && said.at("/params/update/configOptions").as_array() == Some(before)
    {
        out.at(
            said,
            "/params/update",
            format!("repeats what the answer of frame {frame} has said"),
        )
        .related(frame);
    }
}
