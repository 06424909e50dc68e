//! The value for a select option is one of its values.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "config-options/set-value-unknown",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The value for a select option is one of its values.",
    why: "The agent cannot set it. (The list may have changed meanwhile, so a warning.)",
    fix: "Use one of the option's values.",
    link: "/protocol/v1/session-config-options#from-the-client",
    requirements: &["config-options/set-allowed-value"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"mode","value":"fly"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"mode","value":"code"}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"x"}}"#],
    when: &[When::Call("session/set_config_option")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let (Some(id), Some(_)) = (said.text("/params/configId"), &session.options) else { return };

    let Some(values) = session.option(id).and_then(|o| o.get("options")).and_then(Value::as_array)
    else {
        return;
    };
    if let Some(value) = said.text("/params/value")
        && !text::choices(values).contains(&value)
    {
        out.at(
            said,
            "/params/value",
            format!(
                "{} is not among the values of the option {}",
                text::quoted(value),
                text::quoted(id)
            ),
        );
    }
}
