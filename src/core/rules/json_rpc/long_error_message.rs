//! The error message is one short sentence, with details moved to data.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/long-error-message",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The error message is one short sentence, with details moved to data.",
    why: "Clients show the message to people.",
    fix: "Shorten it and move stack traces to data.",
    link: "/protocol/v1/overview#error-handling",
    requirements: &["jsonrpc/error-message-concise"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Error: boom\n    at main (index.js:1:1)\n    at run (index.js:2:2)"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Internal error: the model did not answer"}}"#],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(message) = said.text("/error/message") {
        let lines = message.trim().lines().count();
        if lines > 1 || message.chars().count() > 300 {
            out.at(
                said,
                "/error/message",
                format!(
                    "the message has {lines} lines and {} characters; it should be one \
            short sentence, with details in data",
                    message.chars().count()
                ),
            );
        }
    }
}
