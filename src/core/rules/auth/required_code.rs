//! A request refused for missing authentication fails with code -32000.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "auth/required-code",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request refused for missing authentication fails with code -32000.",
    why: "Clients offer a login only for the code -32000. (Judged by the words of the \
        error, so a hint.)",
    fix: "Answer with code -32000.",
    link: "/protocol/v1/authentication#protocol-driven-authentication",
    requirements: &["auth/required-error-code"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"},"authMethods":[{"id":"a","name":"A"}]}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Authentication required"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"Authentication required"}}"#],
    when: &[
        When::Answer("session/new"),
        When::Answer("session/load"),
        When::Answer("session/resume"),
        When::Answer("session/prompt"),
    ],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(code) = said.code().filter(|c| *c != -32000) else { return };
    let words = said.complaint();
    let asks = [
        "authentication required",
        "auth required",
        "not authenticated",
        "not logged in",
        "please log in",
        "login required",
        "please authenticate",
        "unauthenticated",
    ];
    if asks.iter().any(|w| words.contains(w)) {
        out.at(
            said,
            "/error/code",
            format!(
                "the error says that a login is needed; its code should be -32000, not \
            {code}"
            ),
        )
        .severity(Severity::Info);
    }
}
