//! initialize is sent once, at the start of the connection.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::Phase;

pub(crate) static RULE: Rule = Rule {
    id: "initialize/twice",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "initialize is sent once, at the start of the connection.",
    why: "What was agreed on would change under running sessions.",
    fix: "Start the agent again for another handshake.",
    link: "/protocol/v1/initialization",
    requirements: &["initialize/once"],
    breaks: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}"#],
    near_misses: &[r#"
        @init {} {}
        @session"#],
    when: &[When::Call("initialize")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.dir == Dir::ClientToAgent
        && let Phase::Asked(frame) | Phase::Agreed(frame) = cx.state.connection.phase
    {
        out.at(
            said,
            "/method",
            format!("initialize again; the handshake began or ended with frame {frame}"),
        )
        .related(frame);
    }
}
