//! A request is not answered more than once.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/answered-twice",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request is not answered more than once.",
    why: "Which of the two answers counts is left to chance.",
    fix: "Answer once; after $/cancel_request either with the result or with the error, \
        not with both.",
    link: "https://www.jsonrpc.org/specification#response_object",
    requirements: &["jsonrpc/one-response-per-request"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.asked.is_none()
        && let Some(id) = said.id
        && let Some(before) = cx.state.asked(said.dir.opposite()).answered(id)
    {
        let message = format!(
            "the request with the id {id} (frame {}) was answered before, by frame \
            {}",
            before.request, before.response
        );
        out.at(said, "/id", message).related(before.request).related(before.response);
    }
}
