//! The session/load response is sent only after all replayed entries.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session;

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/replay-after-answer",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The session/load response is sent only after all replayed entries.",
    why: "Clients take it for new output. (One finding for each load. An agent may also \
        do work of its own: without a user's message among it a hint.)",
    fix: "Answer session/load when all of the history is out.",
    link: "/protocol/v1/session-setup#loading-a-session",
    requirements: &["session-setup/load-response-after-replay"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"old question"}}}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"q"}}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"usage_update","used":1,"size":2}}}"#],
    when: &[When::Updates],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let (Some(session), Some(variant)) = (cx.state.session_of(said), said.variant())
        && session::is_history(variant)
        && let Some(loaded) = session.loaded
        && session.turns.is_empty()
        && !session.late_history
    {
        out.at(
            said,
            "/params/update",
            format!(
                "looks like history replayed after the answer to session/load (frame \
            {loaded}), with no prompt running"
            ),
        )
        .related(loaded)
        .severity(if variant == "user_message_chunk" {
            Severity::Warning
        } else {
            Severity::Info
        });
    }
}
