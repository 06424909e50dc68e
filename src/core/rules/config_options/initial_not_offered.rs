//! Initial configOptions are not sent on setup requests unless the agent advertised
//! sessionCapabilities.options.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "config-options/initial-not-offered",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "Initial configOptions are not sent on setup requests unless the agent \
        advertised sessionCapabilities.options.",
    why: "The agent ignores what it does not know. The feature is a draft, so a warning.",
    fix: "Set options after the session is there.",
    link: "/protocol/v1/draft/schema",
    requirements: &["config-options/initial-values-gated"],
    breaks: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"configOptions":[{"configId":"mode","value":"code"}]}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"options":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"configOptions":[{"configId":"mode","value":"code"}]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}"#],
    when: &[
        When::Call("session/new"),
        When::Call("session/load"),
        When::Call("session/resume"),
        When::Call("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if !said.list("/params/configOptions").is_empty()
        && cx.state.lacks(Side::Agent, "sessionCapabilities.options")
    {
        out.at(
            said,
            "/params/configOptions",
            "the agent did not advertise the draft capability \
            sessionCapabilities.options",
        );
    }
}
