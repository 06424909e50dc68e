//! A client that does not support the agent's version closes the connection and tells the
//! user.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::Phase;

pub(crate) static RULE: Rule = Rule {
    id: "initialize/goes-on-with-other-version",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A client that does not support the agent's version closes the connection and \
        tells the user.",
    why: "A client that does not support the agent's version has to close the \
        connection; it proposed the newest that it knows.",
    fix: "Close the connection and tell the user.",
    link: "/protocol/v1/initialization#version-negotiation",
    requirements: &["initialize/client-closes-on-unsupported"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}"#],
    near_misses: &[r#"
        @init {} {}
        @session"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let c = &cx.state.connection;
    if let (Phase::Agreed(frame), Some(wanted), Some(chosen)) =
        (c.phase, c.proposed.as_u64(), c.chosen.as_u64())
        && said.dir == Dir::ClientToAgent
        && chosen > wanted
        && said.method.is_some_and(|m| m != "initialize")
        && cx.state.asked(Dir::ClientToAgent).all_open().next().is_none()
        && cx.state.sessions.is_empty()
    {
        let message = format!(
            "the client proposed version {wanted} and goes on although the agent \
            answered {chosen}"
        );
        out.at(said, "/method", message).related(frame);
    }
}
