//! A tool call is created by tool_call before updates refer to it.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/update-before-create",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A tool call is created by tool_call before updates refer to it.",
    why: "Clients that do not know the call drop the update. (Described, not demanded; \
        a call that a permission request introduced is common: then a hint.)",
    fix: "Send tool_call first.",
    link: "/protocol/v1/tool-calls#updating",
    requirements: &["tool-calls/update-after-create"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t9","status":"completed"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}"#],
    when: &[When::Update("tool_call_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let Some(id) = said.text("/params/update/toolCallId") else { return };
    let known = session.calls.get(id);
    if known.is_some_and(|c| !c.by_permission || c.created.is_some() || c.updated_once)
        || !session.is_complete() && session.replay.is_none()
        || session.closed.is_some()
    {
        return;
    }
    match known {
        None => {
            out.at(
                said,
                "/params/update/toolCallId",
                format!("the tool call {} was never announced by tool_call", text::quoted(id)),
            );
        }
        Some(call) => {
            out.at(
                said,
                "/params/update/toolCallId",
                format!(
                    "the tool call {} was never announced by tool_call; only the \
            permission request of frame {} names it",
                    text::quoted(id),
                    call.frame
                ),
            )
            .related(call.frame)
            .severity(Severity::Info);
        }
    }
}
