//! A side that aborts a request for its own reasons also answers with -32800.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "cancellation/abort-code",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A side that aborts a request for its own reasons also answers with -32800.",
    why: "The code tells the sender that nothing is broken. (Judged by the words of the \
        error, so a hint.)",
    fix: "Answer with code -32800.",
    link: "/protocol/v1/cancellation#internal-cancellation",
    requirements: &["cancellation/internal-cancel-code"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Request was aborted"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Request was aborted"}}"#],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(asked), Some(id), Some(code)) = (&said.asked, said.id, said.code()) else { return };
    let Some(open) = cx.state.asked(said.dir.opposite()).open(id) else { return };
    let cancelled = open.cancelled.is_some()
        || open.session_cancelled.is_some()
        || cx.state.session_of(said).is_some_and(|s| {
            s.turns
                .iter()
                .any(|t| t.frame == asked.frame && (t.cancelled.is_some() || t.closed.is_some()))
        });
    let words = said.complaint();
    let aborted = [
        "aborted",
        "was cancelled",
        "was canceled",
        "request cancelled",
        "request canceled",
        "shutting down",
    ]
    .iter()
    .any(|w| words.contains(w));
    if !cancelled && aborted && code != -32800 {
        out.at(
            said,
            "/error/code",
            format!(
                "the error says that the request was given up; its code should be \
            -32800, not {code}"
            ),
        );
    }
}
