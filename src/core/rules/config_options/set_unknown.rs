//! session/set_config_option names an option that the session offers.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "config-options/set-unknown",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/set_config_option names an option that the session offers.",
    why: "The agent cannot set it. (The agent may just have removed it; described, not \
        demanded: a warning.)",
    fix: "Use an id of the last full list.",
    link: "/protocol/v1/session-config-options#from-the-client",
    requirements: &["config-options/set-known-id"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"nope","value":"x"}}"#],
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

    if session.option(id).is_none() {
        out.at(said, "/params/configId", format!("the session has no option {}", text::quoted(id)));
    }
}
