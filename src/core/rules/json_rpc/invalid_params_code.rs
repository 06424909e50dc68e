//! A request with missing or malformed parameters is answered with -32602.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/invalid-params-code",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request with missing or malformed parameters is answered with -32602.",
    why: "-32602 tells the sender that the fault is in its request. (Described, not \
        demanded: a hint.)",
    fix: "Answer malformed parameters with -32602.",
    link: "/protocol/v1/overview#error-handling",
    requirements: &["jsonrpc/invalid-params-code"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"missing field sessionId"}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"prompt":[]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Internal error"}}"#,
    ],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(asked) = &said.asked
        && asked.malformed
        && said.known.is_some()
        && let Some(code) = said.code()
        && !matches!(code, -32602 | -32600 | -32601 | -32000 | -32800)
    {
        let message = format!(
            "the request of frame {} has wrong parameters; the error for that is \
            -32602, not {code}",
            asked.frame
        );
        out.at(said, "/error/code", message).related(asked.frame);
    }
}
