//! Initialization is finished, with the agent's response received, before the client sets up a
//! session.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::Phase;

pub(crate) static RULE: Rule = Rule {
    id: "initialize/too-early",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Initialization is finished, with the agent's response received, before the client sets up a session.",
    why: "The client cannot know yet what the agent can do. (The order of the two pipes is only approximate: an answer read just before may excuse it.)",
    fix: "Wait for the answer to initialize.",
    link: "/protocol/v1/session-setup",
    requirements: &["initialize/complete-before-session-setup"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}"#],
    near_misses: &[r#"
        @init {} {}
        @session"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.dir == Dir::ClientToAgent
        && let Phase::Asked(frame) = cx.state.connection.phase
        && said.method.is_some_and(|m| m.starts_with("session/") || m.starts_with("providers/"))
    {
        let message = format!(
            "{} is sent while initialize (frame {frame}) is unanswered",
            said.method.unwrap_or_default()
        );
        out.at(said, "/method", message).related(frame);
    }
}
