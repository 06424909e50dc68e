//! JSON that is not a valid request object is answered with error -32600.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/invalid-request-code",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "JSON that is not a valid request object is answered with error -32600.",
    why: "The sender learns that the envelope was wrong. Lenient handling is allowed, \
        so this is no more than a hint.",
    fix: "Answer with -32600.",
    link: "https://www.jsonrpc.org/specification#error_object",
    requirements: &["jsonrpc/invalid-request-response"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":7}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Internal error"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":7}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"Invalid request"}}"#],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(asked) = &said.asked
        && asked.broken
        && let Some(code) = said.code()
        && code != -32600
    {
        let message = format!(
            "frame {} is no valid request; the error for that is -32600, not {code}",
            asked.frame
        );
        out.at(said, "/error/code", message).related(asked.frame);
    }
}
