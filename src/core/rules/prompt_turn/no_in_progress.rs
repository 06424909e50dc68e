//! After permission is granted, the tool call is run and reported as in_progress.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session;
use crate::core::state::session::Verdict;

pub(crate) static RULE: Rule = Rule {
    id: "prompt-turn/no-in-progress",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "After permission is granted, the tool call is run and reported as in_progress.",
    why: "The user sees nothing between the grant and the result. (Fast tools often \
        skip it, so a hint.)",
    fix: "Report in_progress when the tool starts.",
    link: "/protocol/v1/prompt-turn#5-tool-invocation-and-status-reporting",
    requirements: &["prompt-turn/in-progress-after-grant"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Tool"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Update("tool_call_update"), When::Answer("session/prompt")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    if said.asked.is_some() {
        let turn = session
            .turns
            .iter()
            .find(|t| said.asked.as_ref().is_some_and(|a| a.frame == t.frame))
            .map(|t| t.number);
        let mut stuck: Vec<_> = session
            .calls
            .values()
            .filter(|c| Some(c.turn) == turn && c.status.as_deref() == Some("pending") && !c.ran)
            .collect();
        stuck.sort_by_key(|c| c.frame);
        for call in stuck {
            if let Some((Verdict::Allowed, frame)) = call.verdict {
                out.about(
                    call.frame,
                    Side::Agent,
                    format!(
                        "permission was granted in frame {frame}, but the tool call stays \
            pending when its turn ends"
                    ),
                )
                .related(frame);
            }
        }
        return;
    }
    let call = said.text("/params/update/toolCallId").and_then(|id| session.calls.get(id));
    if let Some(call) = call
        && let Some((Verdict::Allowed, frame)) = call.verdict
        && !call.ran
        && !call.is_final()
        && said.text("/params/update/status").is_some_and(session::is_final)
    {
        out.at(
            said,
            "/params/update/status",
            format!(
                "the tool call was granted in frame {frame} and was never reported \
            in_progress"
            ),
        )
        .related(frame);
    }
}
