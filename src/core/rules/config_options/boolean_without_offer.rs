//! The client sends boolean values only if it advertised that capability.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "config-options/boolean-without-offer",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The client sends boolean values only if it advertised that capability.",
    why: "The agent need not know such options on this connection. (Described, not \
        demanded: a warning.)",
    fix: "Advertise the capability.",
    link: "/protocol/v1/session-config-options#boolean-config-options",
    requirements: &["config-options/client-boolean-gated"],
    breaks: &[r#"
        @init {} {}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"brave","value":true,"type":"boolean"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"brave","type":"boolean","value":true}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"x"}}"#],
    when: &[When::Call("session/set_config_option")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.text("/params/type") == Some("boolean")
        && cx.state.lacks(Side::Client, "session.configOptions.boolean")
    {
        out.at(
            said,
            "/params/type",
            "the client sets a boolean option without having advertised \
            session.configOptions.boolean",
        );
    }
}
