//! An error object has an integer code and a string message, and optionally data.

use crate::core::message::Kind;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/error-shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "An error object has an integer code and a string message, and optionally data.",
    why: "The caller cannot decode the failure and may hang instead of reporting it.",
    fix: "Send {\"code\": integer, \"message\": string} and, if needed, data.",
    link: "/protocol/v1/overview#error-handling",
    requirements: &["jsonrpc/error-object-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":"E_FAIL","message":"boom"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Internal error"}}"#],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.kind != Kind::Error {
        return;
    }
    let error = said.at("/error");
    if !error.is_object() {
        out.at(said, "/error", "error must be an object with an integer code and a message");
        return;
    }
    let code = error.get("code");
    if code.and_then(Value::as_i64).is_none_or(|c| i32::try_from(c).is_err()) {
        let found = code.map_or("it is missing".to_owned(), |c| {
            format!("found {}", text::quoted(&c.to_string()))
        });
        out.at(said, "/error/code", format!("code must be a 32-bit integer: {found}"));
    }
    let message = error.get("message");
    if !message.is_some_and(Value::is_string) {
        let found = message.map_or("it is missing".to_owned(), |c| {
            format!("found {}", text::quoted(&c.to_string()))
        });
        let pointer = if message.is_some() { "/error/message" } else { "/error" };
        out.at(said, pointer, format!("message must be a string: {found}"));
    }
}
