//! The archived filter keeps its value while pages are followed.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/archived-filter-changed",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "The archived filter keeps its value while pages are followed.",
    why: "Pages of two lists are mixed.",
    fix: "Send the same filter with each page.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-list/archived-filter-stable-while-paging"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"archive":{},"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"archived":"only"}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessions":[],"nextCursor":"c1"}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cursor":"c1"}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"archive":{},"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"archived":"only"}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessions":[],"nextCursor":"c1"}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cursor":"c1","archived":"only"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}"#],
    when: &[When::Call("session/list")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(known) = said.text("/params/cursor").and_then(|c| cx.state.list_cursors.get(c))
        && cx.state.has(Side::Agent, "sessionCapabilities.archive")
        && known.archived != *said.at("/params/archived")
    {
        out.at(
            said,
            "/params/archived",
            format!("the pages before, of frame {}, had another filter", known.given),
        )
        .related(known.given);
    }
}
