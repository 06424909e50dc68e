//! session/set_mode names one of the modes that the session offers.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::state::session::Origin;

pub(crate) static RULE: Rule = Rule {
    id: "modes/set-unknown",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/set_mode names one of the modes that the session offers.",
    why: "The agent cannot switch to it.",
    fix: "Use an id of availableModes.",
    link: "/protocol/v1/session-modes#from-the-client",
    requirements: &["modes/set-mode-available"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s1","modeId":"fly"}}"#],
    near_misses: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s1","modeId":"code"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Call("session/set_mode")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(session), Some(id)) = (cx.state.session_of(said), said.text("/params/modeId")) else {
        return;
    };
    match &session.modes {
        Some(modes) if !modes.available.iter().any(|m| m == id) => {
            let list = modes.available.iter().take(8).cloned().collect::<Vec<_>>().join(", ");
            out.at(
                said,
                "/params/modeId",
                format!("the session has no mode {} (it has {list})", text::quoted(id)),
            );
        }
        None if session.origin == Origin::New => {
            out.at(said, "/method", "the session offers no modes").severity(Severity::Warning);
        }
        _ => {}
    }
}
