//! A sender does not reuse the id of one of its own requests that is still unanswered.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/id-in-use",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A sender does not reuse the id of one of its own requests that is still \
        unanswered.",
    why: "Two open requests with one id share one answer: the other one hangs.",
    fix: "Count ids up, or wait for the answer before using one again.",
    link: "https://www.jsonrpc.org/specification#request_object",
    requirements: &["jsonrpc/id-unique-while-open"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Tool"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":2,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#,
    ],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(id) = said.id
        && let Some(open) = cx.state.asked(said.dir).open(id)
        && !open.asked.broken
    {
        let frame = open.asked.frame;
        let message = format!(
            "the id {id} is that of the request of frame {frame}, which is still \
            unanswered"
        );
        out.at(said, "/id", message).related(frame);
    }
}
