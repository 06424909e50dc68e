//! After session/cancel the client answers every pending permission request of the session
//! with outcome cancelled.

use crate::core::frame::Dir;
use crate::core::message::Kind;
use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "cancellation/permission-not-cancelled",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "After session/cancel the client answers every pending permission request of \
        the session with outcome cancelled.",
    why: "The agent waits for the answer and cannot end the turn.",
    fix: "Answer every open permission request of the session with \
        {\"outcome\":{\"outcome\":\"cancelled\"}}.",
    link: "/protocol/v1/prompt-turn#cancellation",
    requirements: &["cancellation/permission-cancelled-outcome"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Tool"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"cancelled"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}"#],
    when: &[When::Answer("session/request_permission"), When::End],
    check: Check::Both(check, end),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(asked), Some(id)) = (&said.asked, said.id) else { return };
    let Some(open) = cx.state.asked(said.dir.opposite()).open(id) else { return };
    let session = cx.state.session_of(said);
    let in_turn =
        session.and_then(|s| s.turns.iter().find(|t| t.cancelled.is_some_and(|c| c < asked.frame)));
    let Some(cancel) = open.session_cancelled.or(in_turn.and_then(|t| t.cancelled)) else { return };
    if said.text("/result/outcome/outcome") == Some("cancelled") || !said.is_sound() {
        return;
    }
    if said.code() == Some(-32800) && open.cancelled.is_some() {
        out.at(
            said,
            "/error",
            format!(
                "after the cancel of frame {cancel} the outcome cancelled is the right \
            answer; -32800 is what another page shows"
            ),
        )
        .related(cancel)
        .severity(Severity::Warning);
        return;
    }
    let pointer = if said.kind == Kind::Error { "/error" } else { "/result/outcome" };
    out.at(
        said,
        pointer,
        format!(
            "the client cancelled in frame {cancel}, so the outcome must be \
            cancelled"
        ),
    )
    .related(cancel)
    .related(asked.frame);
}

fn end(cx: &Context<'_>, out: &mut Findings) {
    let mut open: Vec<_> = cx
        .state
        .asked(Dir::AgentToClient)
        .all_open()
        .filter(|o| o.asked.is("session/request_permission"))
        .collect();
    open.sort_by_key(|o| o.asked.frame);
    for open in open {
        if let Some(cancel) = open.session_cancelled {
            let finding = out.about(
                open.asked.frame,
                Side::Client,
                format!(
                    "session/cancel was sent in frame {cancel} while this request was \
            open, but it never got the outcome cancelled"
                ),
            );
            finding.session = open.asked.session.clone();
            finding.related(cancel);
        }
    }
}
