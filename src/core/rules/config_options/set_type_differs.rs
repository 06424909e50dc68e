//! A boolean option is set with type boolean and a boolean value, a select option with a
//! string.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "config-options/set-type-differs",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A boolean option is set with type boolean and a boolean value, a select \
        option with a string.",
    why: "The agent cannot read the value.",
    fix: "Send the value in the form of the option's type.",
    link: "/protocol/v1/session-config-options#from-the-client",
    requirements: &["config-options/set-type-matches"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"brave","value":"true"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"brave","type":"boolean","value":true}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"x"}}"#],
    when: &[When::Call("session/set_config_option")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let (Some(id), Some(_)) = (said.text("/params/configId"), &session.options) else { return };

    let Some(kind) = session.option(id).and_then(|o| o.get("type")).and_then(Value::as_str) else {
        return;
    };
    let value = said.at("/params/value");
    let boolean = said.text("/params/type") == Some("boolean") && value.is_boolean();
    let fits = match kind {
        "boolean" => boolean,
        "select" => value.is_string() && said.text("/params/type") != Some("boolean"),
        _ => true,
    };
    if !fits && said.is_sound() {
        out.at(
            said,
            "/params/value",
            format!(
                "the option {} is of type {kind}; a boolean is set with type boolean \
            and true or false, a select with a string",
                text::quoted(id)
            ),
        );
    }
}
