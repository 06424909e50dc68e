//! A tool call whose permission was rejected or cancelled is not carried out.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session::Verdict;

pub(crate) static RULE: Rule = Rule {
    id: "permission/rejection-ignored",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A tool call whose permission was rejected or cancelled is not carried out.",
    why: "What the user has refused must not happen. (Some agents report a refused call \
        as completed, with a note: then a hint.)",
    fix: "Report refused calls as failed.",
    link: "/protocol/v1/tool-calls#requesting-permission",
    requirements: &["permission/rejection-respected"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"selected","optionId":"no"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Tool"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"selected","optionId":"no"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Update("tool_call_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let call = said.text("/params/update/toolCallId").and_then(|id| session.calls.get(id));
    let now = said.text("/params/update/status");
    if let Some(call) = call
        && let Some((Verdict::Rejected | Verdict::Cancelled, frame)) = call.verdict
        && !call.is_final()
        && matches!(now, Some("in_progress" | "completed"))
    {
        let finding = out.at(
            said,
            "/params/update/status",
            format!(
                "the call was refused in frame {frame} and is reported {} now",
                now.unwrap_or_default()
            ),
        );
        finding.related(frame);
        // Some agents report a refused call as completed, with a note.
        if now == Some("completed") {
            finding.severity(Severity::Info);
        }
    }
}
