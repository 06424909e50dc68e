//! An invalid cursor is answered with an error.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/bad-cursor-accepted",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "An invalid cursor is answered with an error.",
    why: "The client takes a wrong page for the right one.",
    fix: "Refuse unknown cursors.",
    link: "/protocol/v1/session-list#pagination",
    requirements: &["session-list/invalid-cursor-error"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cursor":"bogus"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cursor":"x"}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid cursor"}}"#],
    when: &[When::Answer("session/list")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    if let Some(cursor) = asked.text("cursor")
        && said.succeeds()
        && !cx.state.started_late
        && !cx.state.list_cursors.contains_key(cursor)
    {
        out.at(
            said,
            "/result",
            format!(
                "the cursor {} was never given, so the request should have failed",
                text::quoted(cursor)
            ),
        )
        .related(asked.frame);
    }
}
