//! A response contains either result or error, never both and never neither.

use crate::core::message::Remark;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/result-and-error",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A response contains either result or error, never both and never neither.",
    why: "Some readers see a success, others a failure.",
    fix: "Leave the other member out; null does not stand for absent.",
    link: "https://www.jsonrpc.org/specification#response_object",
    requirements: &["jsonrpc/result-xor-error"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"},"error":{"code":-32603,"message":"Internal error"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":null}"#],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.remarks().any(|r| *r == Remark::Both("result", "error")) {
        out.at(said, "/error", "a response with both result and error; it must have one of them");
    }
}
