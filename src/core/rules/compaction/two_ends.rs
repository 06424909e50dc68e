//! A compaction that started ends with exactly one terminal status.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session;

pub(crate) static RULE: Rule = Rule {
    id: "compaction/two-ends",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A compaction that started ends with exactly one terminal status.",
    why: "Clients show the first end and ignore the second, or the reverse. (One that \
        is unfinished at the end of the recording is a hint.)",
    fix: "End each compaction with one final status.",
    link: "/protocol/v1/prompt-turn#session-compaction",
    requirements: &["compaction/one-terminal-status"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"failed","error":"x"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed","summary":[]}}}"#],
    when: &[When::Update("compaction_update"), When::End],
    check: Check::Both(check, end),
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

    if let Some(now) =
        said.text("/params/update/status").filter(|s| session::compaction_ended(s) && *s != before)
    {
        out.at(
            said,
            "/params/update/status",
            format!("the compaction is {before} since frame {} and now {now}", known.status_frame),
        )
        .related(known.status_frame);
    }
}

fn end(cx: &Context<'_>, out: &mut Findings) {
    for (id, session) in &cx.state.sessions {
        let mut open: Vec<_> = session
            .compactions
            .values()
            .filter(|k| k.status.as_deref() == Some("in_progress") || k.status.is_none())
            .collect();
        open.sort_by_key(|k| k.frame);
        for known in open {
            let finding = out.about(
                known.frame,
                Side::Agent,
                "the compaction is unfinished when the recording ends",
            );
            finding.session(id).severity(Severity::Info);
        }
    }
}
