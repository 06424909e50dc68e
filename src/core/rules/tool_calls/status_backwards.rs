//! A tool call does not leave a final status or fall back to pending.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session;

pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/status-backwards",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A tool call does not leave a final status or fall back to pending.",
    why: "Clients may have closed the call already. (Described, not demanded: a \
        warning.)",
    fix: "Report in_progress once and a final status once.",
    link: "/protocol/v1/tool-calls#status",
    requirements: &["tool-calls/status-order"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"completed"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}"#],
    when: &[When::Update("tool_call_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let call = said.text("/params/update/toolCallId").and_then(|id| session.calls.get(id));
    let (Some(call), Some(now)) = (call, said.text("/params/update/status")) else { return };
    let Some(before) = call.status.as_deref() else { return };
    let back =
        session::is_final(before) && before != now || before == "in_progress" && now == "pending";
    if back
        && session.replay.is_none()
        && session.resuming.is_none()
        && matches!(now, "pending" | "in_progress" | "completed" | "failed")
    {
        out.at(said, "/params/update/status", format!("the status goes from {before} to {now}"))
            .related(call.frame);
    }
}
