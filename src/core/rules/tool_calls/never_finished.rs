//! A tool call reaches a final status before its turn ends with end_turn.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/never-finished",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A tool call reaches a final status before its turn ends with end_turn.",
    why: "Clients show a spinner for ever. (Background work and recordings that end \
        early excuse it, so a warning.)",
    fix: "Report completed or failed for every call before the turn ends.",
    link: "/protocol/v1/prompt-turn#4-check-for-completion",
    requirements: &["prompt-turn/no-open-tool-calls-at-end"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"in_progress"}}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}"#,
    ],
    when: &[When::End],
    check: Check::End(check),
};

fn check(cx: &Context<'_>, out: &mut Findings) {
    for (id, session) in &cx.state.sessions {
        let mut open: Vec<_> = session
            .calls
            .iter()
            .filter(|(_, c)| c.created.is_some() && c.replayed.is_none() && !c.is_final())
            .collect();
        open.sort_by_key(|(_, c)| c.frame);
        for (name, call) in open {
            let turn = session.turns.iter().find(|t| t.number == call.turn);
            let ended = session.last_turn.as_ref().filter(|e| e.number == call.turn);
            // A client marks the calls of a cancelled turn by itself.
            let cancelled = call.turn == 0
                || ended.is_some_and(|e| e.stop.as_deref() != Some("end_turn"))
                || session.closed.is_some() && turn.is_some()
                || ended.is_none()
                    && turn.is_none()
                    && session.cancelled_turns.contains(&call.turn);
            if cancelled {
                continue;
            }
            let status = call.status.as_deref().unwrap_or("pending");
            let when = if turn.is_some() {
                "when the recording ends"
            } else {
                "when its turn ended and when the recording ends"
            };
            let frame = call.created.unwrap_or(call.frame);
            let finding = out.about(
                frame,
                Side::Agent,
                format!(
                    "the tool call {} never reaches a final status: it is {status} {when}",
                    text::quoted(name)
                ),
            );
            finding.session(id);
        }
    }
}
