//! A request that was cancelled by $/cancel_request is still answered, by a result or by the
//! error -32800.

use crate::core::frame::Dir;
use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "cancellation/wrong-error-code",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request that was cancelled by $/cancel_request is still answered, by a \
        result or by the error -32800.",
    why: "The sender waits for the answer, and must be able to tell a cancel from a \
        failure. (An independent failure may have come first, so a warning.)",
    fix: "Answer with the result, or with the error -32800.",
    link: "/protocol/v1/cancellation",
    requirements: &["cancellation/request-still-answered"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"cancelled"}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Request cancelled"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#,
    ],
    when: &[When::Answers, When::End],
    check: Check::Both(check, end),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(asked), Some(id), Some(code)) = (&said.asked, said.id, said.code()) else { return };
    let Some(open) = cx.state.asked(said.dir.opposite()).open(id) else { return };
    let by_session = open.session_cancelled.is_some()
        || cx.state.session_of(said).is_some_and(|s| {
            s.turns.iter().any(|t| t.frame == asked.frame && t.cancelled.is_some())
        });
    if let Some(cancel) = open.cancelled.filter(|_| code != -32800 && !by_session) {
        out.at(
            said,
            "/error/code",
            format!(
                "the request was cancelled in frame {cancel}; an error for that has \
            the code -32800, not {code}"
            ),
        )
        .related(cancel);
    }
}

fn end(cx: &Context<'_>, out: &mut Findings) {
    for dir in Dir::BOTH {
        let mut open: Vec<_> = cx
            .state
            .asked(dir)
            .all_open()
            .filter(|o| o.session_cancelled.is_none() && !o.asked.is("session/prompt"))
            .collect();
        open.sort_by_key(|o| o.asked.frame);
        for open in open {
            if let Some(cancel) = open.cancelled {
                out.about(
                    open.asked.frame,
                    Side::sending(dir.opposite()),
                    format!(
                        "cancelled in frame {cancel}, but never answered; a cancelled request \
            still needs its answer"
                    ),
                )
                .related(cancel);
            }
        }
    }
}
