//! A request for a session that does not exist fails with -32002.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/unknown-session-code",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request for a session that does not exist fails with -32002.",
    why: "The code tells the client that the session is gone and the rest works. \
        (Judged by the words of the error, so a hint.)",
    fix: "Answer with -32002.",
    link: "/protocol/v1/session-setup",
    requirements: &["session-setup/unknown-session-error", "session-list/status-unknown-session"],
    breaks: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"session not found"}}"#,
        r#"
        @init {} {"sessionCapabilities":{"status":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/status","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"unknown session"}}"#,
    ],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"Session not found"}}"#],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let Some(code) = said.code().filter(|c| *c != -32002) else { return };
    let method = asked.method.as_deref().unwrap_or_default();
    if said.dir != Dir::AgentToClient
        || !method.starts_with("session/")
        || method == "session/delete"
        || asked.session.is_none()
    {
        return;
    }
    let words = said.complaint();
    let known = cx.state.session_of(said).is_some_and(|s| s.ready && s.closed.is_none());
    if words.contains("session") && text::says_not_found(&words) && !known {
        out.at(
            said,
            "/error/code",
            format!("a session that does not exist is answered with -32002, not with {code}"),
        )
        .related(asked.frame);
    }
}
