//! A compaction id is not used for another compaction of the session.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session;

pub(crate) static RULE: Rule = Rule {
    id: "compaction/id-in-use",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A compaction id is not used for another compaction of the session.",
    why: "The second compaction would change the first one in its place.",
    fix: "Give each compaction an id of its own.",
    link: "/protocol/v1/prompt-turn#session-compaction",
    requirements: &["compaction/id-not-reused"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"in_progress"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k2","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k2","status":"failed"}}}"#],
    when: &[When::Update("compaction_update")],
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

    if said.text("/params/update/status") == Some("in_progress") {
        out.at(
            said,
            "/params/update/compactionId",
            format!("the compaction of this id is {before} since frame {}", known.status_frame),
        )
        .related(known.status_frame);
    }
}
