//! A session that was created on the connection is there until it is closed.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::state::session::Origin;

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/known-session-denied",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A session that was created on the connection is there until it is closed.",
    why: "The client cannot do anything with a session that comes and goes. (Judged by \
        the words of the error, so a warning.)",
    fix: "Keep a session until it is closed.",
    link: "/protocol/v1/session-setup",
    requirements: &[],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Session not found: s1"}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s9","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Session not found: s9"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"file not found"}}"#,
    ],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    if said.dir != Dir::AgentToClient
        || said.code().is_none()
        || !asked.method.as_deref().is_some_and(|m| m.starts_with("session/"))
    {
        return;
    }
    let (Some(session), Some(id)) = (cx.state.session_of(said), asked.session.as_deref()) else {
        return;
    };
    let words = said.complaint();
    if session.ready
        && session.closed.is_none()
        && session.origin == Origin::New
        && words.contains("session")
        && text::says_not_found(&words)
    {
        let since = session.since;
        out.at(
            said,
            "/error",
            format!(
                "the agent denies the session {}, which it created in frame {since} \
            and which was not closed",
                text::quoted(id)
            ),
        )
        .related(since);
    }
}
