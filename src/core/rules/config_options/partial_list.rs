//! Results and updates list all config options with their current values.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "config-options/partial-list",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Results and updates list all config options with their current values.",
    why: "Clients replace the whole list, so that the other options vanish. (They may \
        really be gone, so a hint.)",
    fix: "Send all options with their current values.",
    link: "/protocol/v1/session-config-options#from-the-client",
    requirements: &["config-options/set-result-complete", "config-options/update-complete"],
    breaks: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"mode","value":"code"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"code","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"code","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}}"#,
    ],
    near_misses: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}}"#],
    when: &[When::Answer("session/set_config_option"), When::Update("config_option_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let base =
        if said.asked.is_some() { "/result/configOptions" } else { "/params/update/configOptions" };

    let Some(session) = cx.state.session_of(said) else { return };
    let Some(before) = &session.options else { return };
    let [only] = said.list(base) else { return };
    let id = only.get("id").and_then(Value::as_str).unwrap_or_default();
    if before.len() >= 2 && session.option(id).is_some() && session.replay.is_none() {
        out.at(
            said,
            base,
            format!(
                "only the option {} of {} is left; the list has to be complete",
                text::quoted(id),
                before.len()
            ),
        );
    }
}
