//! After a successful set, the listed current value is the requested one.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "config-options/set-without-effect",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "After a successful set, the listed current value is the requested one.",
    why: "The user sees the old value. (The agent may normalize it; described, not \
        demanded: a hint.)",
    fix: "Return the value that is in effect, or an error.",
    link: "/protocol/v1/session-config-options#from-the-client",
    requirements: &["config-options/set-reflected"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"mode","value":"code"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]},{"id":"model","name":"Model","category":"model","type":"select","currentValue":"m1","options":[{"value":"m1","name":"M1"},{"value":"m2","name":"M2"}]},{"id":"brave","name":"Brave","type":"boolean","currentValue":false}]}}"#],
    near_misses: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"mode","value":"code"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"code","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}"#],
    when: &[When::Answer("session/set_config_option")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let (Some(id), Some(wanted)) = (asked.text("configId"), asked.params.get("value")) else {
        return;
    };
    for (i, option) in said.list("/result/configOptions").iter().enumerate() {
        if option.get("id").and_then(Value::as_str) == Some(id)
            && let Some(now) = option.get("currentValue")
            && now != wanted
        {
            out.at(
                said,
                format!("/result/configOptions/{i}/currentValue"),
                format!("{} was set to {wanted}, but the list says {now}", text::quoted(id)),
            )
            .related(asked.frame);
        }
    }
}
