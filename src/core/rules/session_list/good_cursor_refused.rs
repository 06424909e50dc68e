//! Cursors stay usable while the client pages.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/good-cursor-refused",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Cursors stay usable while the client pages.",
    why: "The client cannot read the rest of the list. (Judged by the code, so a \
        warning.)",
    fix: "Keep cursors usable while the client pages.",
    link: "/rfds/session-list",
    requirements: &["session-list/cursors-stable"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[],"nextCursor":"c1"}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/list","params":{"cursor":"c1"}}
        a2c {"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"invalid cursor"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cursor":"x"}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid cursor"}}"#],
    when: &[When::Answer("session/list")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    if let Some(known) = asked.text("cursor").and_then(|c| cx.state.list_cursors.get(c))
        && said.code() == Some(-32602)
    {
        out.at(
            said,
            "/error",
            format!("the cursor was given in frame {} and is refused now", known.given),
        )
        .related(known.given)
        .related(asked.frame);
    }
}
