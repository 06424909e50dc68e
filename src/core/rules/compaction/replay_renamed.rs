//! Replayed compactions keep their original id and position.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "compaction/replay-renamed",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Replayed compactions keep their original id and position.",
    why: "Clients change a compaction in its place by its id. (Described, not demanded: \
        a hint.)",
    fix: "Replay compactions with their ids and at their places.",
    link: "/protocol/v1/prompt-turn#session-compaction",
    requirements: &["compaction/replay-keeps-id-and-place"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/load","params":{"sessionId":"s1","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k2","status":"completed"}}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/load","params":{"sessionId":"s1","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}"#],
    when: &[When::Answer("session/load")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let Some(replay) = session.replay.as_ref().filter(|_| said.succeeds()) else { return };
    let before: Vec<&String> = session
        .compaction_order
        .iter()
        .filter(|id| session.compactions.get(*id).is_some_and(|k| k.frame < replay.frame))
        .collect();
    if before.is_empty() || replay.compactions.is_empty() {
        return;
    }
    let again: Vec<&String> = replay.compactions.iter().collect();
    if before != again {
        out.at(
            said,
            "",
            format!(
                "{} compactions were there before, {} were replayed, and their ids or \
            order differ",
                before.len(),
                again.len()
            ),
        )
        .related(replay.frame);
    }
}
