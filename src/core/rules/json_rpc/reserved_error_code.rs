//! Errors avoid codes of the range -32768 to -32100 that JSON-RPC reserves and does not
//! define.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/reserved-error-code",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Errors avoid codes of the range -32768 to -32100 that JSON-RPC reserves and \
        does not define.",
    why: "A later version of JSON-RPC may give the code a meaning.",
    fix: "Use a defined code, one from -32099 to -32000, or one outside of -32768 to \
        -32000.",
    link: "https://www.jsonrpc.org/specification#error_object",
    requirements: &["jsonrpc/error-code-reserved-range"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32650,"message":"odd"}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32050,"message":"odd"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":7,"message":"odd"}}"#,
    ],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(code) = said.code()
        && crate::core::protocol::errors::reserved(code)
    {
        out.at(
            said,
            "/error/code",
            format!("{code} lies in the range that JSON-RPC reserves and does not define"),
        );
    }
}
