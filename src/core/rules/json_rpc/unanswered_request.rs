//! Every request eventually gets a response.

use crate::core::frame::Dir;
use crate::core::protocol::Protocol;
use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::protocol::methods::CallKind;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/unanswered-request",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Every request eventually gets a response.",
    why: "The sender waits for it. A process that was killed or a dialog that was open \
        excuses it, so it is a warning.",
    fix: "Answer every request, with an error if nothing else can be said; an unknown \
        method with -32601.",
    link: "https://www.jsonrpc.org/specification#response_object",
    requirements: &["jsonrpc/response-required", "extensibility/custom-request-answered"],
    breaks: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        eof c2a"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"_acme/x","params":{}}
        eof c2a"#,
    ],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}"#,
    ],
    when: &[When::End],
    check: Check::End(check),
};

fn check(cx: &Context<'_>, out: &mut Findings) {
    for dir in Dir::BOTH {
        let mut open: Vec<_> = cx.state.asked(dir).all_open().collect();
        open.sort_by_key(|o| o.asked.frame);
        for open in open {
            let asked = &open.asked;
            let method = asked.method.as_deref().unwrap_or("?");
            let notification =
                Protocol::v1().method(method).is_some_and(|m| !m.has_kind(CallKind::Request));
            let cancelled_prompt = method == "session/prompt"
                && asked.session.as_deref().and_then(|id| cx.state.session(id)).is_some_and(|s| {
                    s.turns.iter().any(|t| t.frame == asked.frame && t.cancelled.is_some())
                });
            let cancelled_question =
                method == "session/request_permission" && open.session_cancelled.is_some();
            if asked.broken
                || notification
                || cancelled_prompt
                || cancelled_question
                || open.cancelled.is_some()
            {
                continue;
            }
            let message =
                format!("{method} (id {}) is still unanswered when the recording ends", asked.id);
            let finding = out.about(asked.frame, Side::sending(dir.opposite()), message);
            finding.session = asked.session.clone();
        }
    }
}
