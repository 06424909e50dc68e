//! The first compaction_update for an id precedes its summary chunks.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "compaction/chunk-first",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The first compaction_update for an id precedes its summary chunks.",
    why: "The text of September 2026 says MUST; the newest types let a chunk begin a \
        compaction, so readers cope: a hint.",
    fix: "Send compaction_update with in_progress first.",
    link: "/protocol/v1/prompt-turn#session-compaction",
    requirements: &["compaction/update-before-chunk"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_summary_chunk","compactionId":"k1","content":{"type":"text","text":"summary"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}"#],
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
    if let Some(id) = said.text("/params/update/compactionId")
        && !session.compactions.contains_key(id)
        && session.is_complete()
    {
        out.at(
            said,
            "/params/update/compactionId",
            format!(
                "the first word of the compaction {} is a chunk; compaction_update \
            should come first",
                text::quoted(id)
            ),
        );
    }
}
