//! A terminal method whose descriptor is malformed is not treated as an agent-handled method.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "auth/malformed-method-called",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A terminal method whose descriptor is malformed is not treated as an \
        agent-handled method.",
    why: "A lenient reader that falls back to the default type asks the agent for \
        something that it cannot do.",
    fix: "Skip entries that cannot be read.",
    link: "/protocol/v1/authentication#authentication-method-types",
    requirements: &["auth/malformed-terminal-not-agent"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"auth":{"terminal":true}},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"},"authMethods":[{"id":"t","name":"T","type":"terminal","args":"--login"}]}}
        c2a {"jsonrpc":"2.0","id":1,"method":"authenticate","params":{"methodId":"t"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"authenticate","params":{"methodId":"agent-login"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Call("authenticate")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(id) = said.text("/params/methodId")
        && let Some(method) = cx.state.connection.auth_methods.iter().find(|m| m.id == id)
        && method.terminal
        && method.malformed
    {
        out.at(
            said,
            "/params/methodId",
            format!(
                "{} is a terminal method with a malformed description; it must not be \
            taken for one that the agent handles",
                text::quoted(id)
            ),
        );
    }
}
