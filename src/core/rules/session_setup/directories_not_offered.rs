//! additionalDirectories is not sent unless the agent advertised
//! sessionCapabilities.additionalDirectories.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/directories-not-offered",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "additionalDirectories is not sent unless the agent advertised \
        sessionCapabilities.additionalDirectories.",
    why: "Omitted and null capabilities count as unsupported: the other side will \
        refuse, or not understand.",
    fix: "Leave additionalDirectories out for such agents.",
    link: "/protocol/v1/session-setup#additional-workspace-roots",
    requirements: &["session-setup/additional-dirs-gated"],
    breaks: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"additionalDirectories":["/lib"]}}"#],
    near_misses: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"additionalDirectories":[]}}
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
    if !said.list("/params/additionalDirectories").is_empty()
        && cx.state.lacks(Side::Agent, "sessionCapabilities.additionalDirectories")
    {
        out.at(
            said,
            "/params/additionalDirectories",
            "the agent did not advertise sessionCapabilities.additionalDirectories",
        );
    }
}
