//! Outcome cancelled is used for a turn that was cancelled.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "permission/cancelled-without-cancel",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Outcome cancelled is used for a turn that was cancelled.",
    why: "The outcome is meant for cancelled turns; agents may end the turn. (Clients \
        use it for a dismissed dialog too, so a hint.)",
    fix: "Offer and choose a reject option for a dismissed dialog, or cancel the turn.",
    link: "/protocol/v1/tool-calls#requesting-permission",
    requirements: &["permission/cancelled-means-turn-cancelled"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"cancelled"}}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Tool"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"cancelled"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}"#],
    when: &[When::Answer("session/request_permission")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(asked), Some(id)) = (&said.asked, said.id) else { return };
    if said.text("/result/outcome/outcome") != Some("cancelled") {
        return;
    }
    let open = cx.state.asked(said.dir.opposite()).open(id);
    let own = open.is_some_and(|o| o.cancelled.is_some() || o.session_cancelled.is_some());
    let turn = cx.state.session_of(said).is_some_and(|s| {
        s.turns.iter().any(|t| t.cancelled.is_some() || t.closed.is_some()) || s.closed.is_some()
    });
    if !own && !turn {
        out.at(
            said,
            "/result/outcome",
            "the outcome cancelled, although the client has not cancelled this turn",
        )
        .related(asked.frame);
    }
}
