//! Deleting a session that is gone or never existed succeeds silently.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/delete-not-idempotent",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Deleting a session that is gone or never existed succeeds silently.",
    why: "A repetition after a lost answer should do no harm.",
    fix: "Succeed for sessions that are gone.",
    link: "/protocol/v1/session-delete#semantics",
    requirements: &["session-delete/idempotent"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/delete","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/delete","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":3,"error":{"code":-32002,"message":"Resource not found"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/delete","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/delete","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}"#],
    when: &[When::Answer("session/delete")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    if said.code().is_none() {
        return;
    }
    if let Some(frame) = asked.session.as_deref().and_then(|id| cx.state.deleted.get(id)) {
        out.at(
            said,
            "/error",
            format!(
                "the session was deleted in frame {frame}; deleting it again should \
            succeed silently"
            ),
        )
        .related(*frame);
    } else if said.code() == Some(-32002) || text::says_not_found(&said.complaint()) {
        out.at(said, "/error", "deleting a session that is not there should succeed silently")
            .severity(Severity::Info);
    }
}
