//! Summary chunks are not sent after the terminal status of their compaction.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session;

pub(crate) static RULE: Rule = Rule {
    id: "compaction/chunk-after-end",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Summary chunks are not sent after the terminal status of their compaction.",
    why: "The summary is settled; the chunk is lost or appended to it.",
    fix: "Send all chunks before the final status.",
    link: "/protocol/v1/prompt-turn#session-compaction",
    requirements: &["compaction/chunks-only-while-running"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_summary_chunk","compactionId":"k1","content":{"type":"text","text":"summary"}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_summary_chunk","compactionId":"k1","content":{"type":"text","text":"s"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}"#],
    when: &[When::Update("compaction_summary_chunk")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let Some(known) =
        said.text("/params/update/compactionId").and_then(|id| session.compactions.get(id))
    else {
        return;
    };
    let Some(before) = known.status.as_deref().filter(|s| session::compaction_ended(s)) else {
        return;
    };
    let replay = session.replay.as_ref().map(|r| r.frame);
    if known.replay != replay || session.loaded.is_some_and(|l| l > known.status_frame) {
        return;
    }

    out.at(
        said,
        "/params/update/compactionId",
        format!("the compaction is {before} since frame {}", known.status_frame),
    )
    .related(known.status_frame);
}
