//! A request with an unknown or unsupported method is answered with -32601.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/method-not-found-code",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request with an unknown or unsupported method is answered with -32601.",
    why: "The code tells the sender that the feature is missing and not broken.",
    fix: "Answer with -32601.",
    link: "/protocol/v1/extensibility#custom-requests",
    requirements: &["jsonrpc/method-not-found"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"_acme/none","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"unknown method"}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"_acme/none","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"_acme/x","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"index is locked"}}"#,
    ],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(asked) = &said.asked
        && !asked.broken
        && said.known.is_none()
        && let Some(code) = said.code()
        && code != -32601
    {
        let words = said.complaint();
        let unknown = [
            "unknown",
            "not found",
            "unsupported",
            "not supported",
            "not implemented",
            "unhandled",
            "no such",
        ];
        if words.contains("method") && unknown.iter().any(|w| words.contains(w)) {
            let message = format!("an unknown method is answered with -32601, not with {code}");
            out.at(said, "/error/code", message).related(asked.frame);
        }
    }
}
