//! Updates that belong to a cancelled turn are sent before its prompt response.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session;

pub(crate) static RULE: Rule = Rule {
    id: "cancellation/update-after-answer",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Updates that belong to a cancelled turn are sent before its prompt response.",
    why: "The client has closed the turn; the update comes too late. (Background work \
        that a cancel does not stop excuses it, so a warning.)",
    fix: "Send pending updates before the answer.",
    link: "/protocol/v1/prompt-turn#cancellation",
    requirements: &["cancellation/updates-before-response"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"in_progress"}}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"in_progress"}}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":2}}}"#],
    when: &[When::Updates],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(session), Some(variant)) = (cx.state.session_of(said), said.variant()) else {
        return;
    };
    let Some(ended) = session.last_turn.as_ref().filter(|e| e.stop.as_deref() == Some("cancelled"))
    else {
        return;
    };
    if session.turns.is_empty()
        && session.replay.is_none()
        && session.resuming.is_none()
        && session.loaded.is_none()
        && session::is_history(variant)
    {
        out.at(
            said,
            "/params/update",
            format!("{variant} after the turn was answered as cancelled (frame {})", ended.frame),
        )
        .related(ended.frame);
    }
}
