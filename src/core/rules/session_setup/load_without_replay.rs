//! A successful session/load replays the whole conversation as session/update notifications.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/load-without-replay",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A successful session/load replays the whole conversation as session/update \
        notifications.",
    why: "The editor shows an empty thread. (A session without messages replays \
        nothing, so a warning.)",
    fix: "Stream the whole history as session/update before the answer.",
    link: "/protocol/v1/session-setup#loading-a-session",
    requirements: &["session-setup/load-replays-history"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}
        c2a {"jsonrpc":"2.0","id":4,"method":"session/load","params":{"sessionId":"s1","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":4,"result":{}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"q"}}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s1","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#,
    ],
    when: &[When::Answer("session/load")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let Some(session) = cx.state.session_of(said) else { return };
    let Some(replay) = session.replay.as_ref().filter(|r| r.frame == asked.frame) else { return };
    let empty_for_sure = session.is_complete() && !session.has_history && session.turn_count == 0;
    if said.succeeds() && replay.history == 0 && !empty_for_sure {
        out.at(
            said,
            "/result",
            "session/load is done, but nothing of the conversation was replayed",
        )
        .related(asked.frame);
    }
}
