//! Cursors are passed back unchanged and are not built, edited or persisted.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/cursor-made-up",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Cursors are passed back unchanged and are not built, edited or persisted.",
    why: "Cursors mean something to the agent only, and only on this connection.",
    fix: "Pass nextCursor back unchanged.",
    link: "/protocol/v1/session-list#pagination",
    requirements: &["session-list/cursor-opaque"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cursor":"page=2"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[],"nextCursor":"c1"}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/list","params":{"cursor":"c1"}}
        a2c {"jsonrpc":"2.0","id":3,"result":{"sessions":[]}}"#],
    when: &[When::Call("session/list")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(cursor) = said.text("/params/cursor")
        && !cx.state.list_cursors.contains_key(cursor)
        && !cx.state.started_late
    {
        out.at(
            said,
            "/params/cursor",
            format!("the agent never gave the cursor {} on this connection", text::quoted(cursor)),
        );
    }
}
