//! Cancelling a turn does not surface as an error response to session/prompt.

use crate::core::message::Kind;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "cancellation/error-for-cancelled",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Cancelling a turn does not surface as an error response to session/prompt.",
    why: "Clients show an error to a user who just pressed stop. (An error that does \
        not speak of the cancel may be an independent failure: then a warning.)",
    fix: "Catch the exceptions of aborted work and answer with cancelled.",
    link: "/protocol/v1/prompt-turn#cancellation",
    requirements: &["cancellation/no-error-for-cancelled-prompt"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"AbortError: This operation was aborted"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        c2a {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Request cancelled"}}"#],
    when: &[When::Answer("session/prompt")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(asked), Some(id)) = (&said.asked, said.id) else { return };
    let Some(turn) =
        cx.state.session_of(said).and_then(|s| s.turns.iter().find(|t| t.frame == asked.frame))
    else {
        return;
    };
    let Some(cancel) = turn.cancelled.filter(|_| said.kind == Kind::Error) else { return };
    let by_id = cx.state.asked(said.dir.opposite()).open(id).is_some_and(|o| o.cancelled.is_some());
    if by_id && said.code() == Some(-32800) {
        return;
    }
    let words = said.complaint();
    let finding = out.at(
        said,
        "/error",
        format!(
            "session/cancel of frame {cancel} has to be answered with the stop \
            reason cancelled, not with an error"
        ),
    );
    finding.related(cancel);
    if said.code() != Some(-32800)
        && !["cancel", "abort", "interrupt", "stopped"].iter().any(|w| words.contains(w))
    {
        finding.severity(Severity::Warning);
    }
}
