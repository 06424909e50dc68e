//! History replay sends one materialized update per compaction instead of the start, chunk,
//! finish sequence.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session;

pub(crate) static RULE: Rule = Rule {
    id: "compaction/replayed-in-steps",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "History replay sends one materialized update per compaction instead of the \
        start, chunk, finish sequence.",
    why: "A replay tells what is, not how it came to be. (Described, not demanded: a \
        hint.)",
    fix: "Send one compaction_update with the final status and the summary.",
    link: "/protocol/v1/prompt-turn#session-compaction",
    requirements: &["compaction/replay-materialized"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"compaction_summary_chunk","compactionId":"k1","content":{"type":"text","text":"summary"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Update("compaction_update"), When::Update("compaction_summary_chunk")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let Some(replay) = session.replay.as_ref().filter(|r| !r.turn_open) else { return };
    let known = said
        .text("/params/update/compactionId")
        .and_then(|id| session.compactions.get(id))
        .filter(|k| k.replay == Some(replay.frame));
    let chunk = said.variant() == Some("compaction_summary_chunk")
        && known.is_none_or(|k| !k.replayed_running);
    let ends = said.text("/params/update/status").is_some_and(session::compaction_ended)
        && known.is_some_and(|k| k.replayed_running);
    if chunk || ends {
        out.at(
            said,
            "/params/update",
            "a replayed compaction should be one update with its final state, not \
            the steps by which it came",
        )
        .related(replay.frame);
    }
}
