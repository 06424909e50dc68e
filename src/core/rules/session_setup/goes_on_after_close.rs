//! A session that is closed is at rest.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session;

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/goes-on-after-close",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Closing a session ends its work before the request is answered: no content of it follows.",
    why: "Work goes on that nobody sees any more, and that may still change files. (The specification says it \
        of the work, not of the updates, so a warning; it is told once for each close.)",
    fix: "Stop the session's work first, then answer.",
    link: "/protocol/v1/session-setup#closing-a-session",
    requirements: &["session-setup/close-cancels-work"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"still here"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":" and here"}}}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"last words"}}}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}"#,
        r#"
        @init {} {"sessionCapabilities":{"resume":{},"close":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}
        c2a {"jsonrpc":"2.0","id":4,"method":"session/resume","params":{"sessionId":"s1","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":4,"result":{}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"back again"}}}}"#,
    ],
    when: &[When::Updates],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(known), Some(variant)) = (cx.state.session_of(said), said.variant()) else { return };
    if let Some(closed) = known.closed
        && known.after_close.is_none()
        && known.replay.is_none()
        && known.resuming.is_none()
        && session::is_history(variant)
    {
        let message = format!("{variant} for a session that was closed in frame {closed}");
        out.at(said, "/params/sessionId", message).related(closed);
    }
}
