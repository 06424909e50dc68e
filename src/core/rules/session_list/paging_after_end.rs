//! A result without nextCursor is the last page.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/paging-after-end",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A result without nextCursor is the last page.",
    why: "The same page comes again, perhaps for ever. (It may be a repetition after a \
        failure, so a warning.)",
    fix: "Stop at an answer without nextCursor; to read again, begin without cursor.",
    link: "/protocol/v1/session-list#pagination",
    requirements: &["session-list/missing-next-cursor-is-end"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[],"nextCursor":"c1"}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/list","params":{"cursor":"c1"}}
        a2c {"jsonrpc":"2.0","id":3,"result":{"sessions":[]}}
        c2a {"jsonrpc":"2.0","id":4,"method":"session/list","params":{"cursor":"c1"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[],"nextCursor":"c1"}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/list","params":{"cursor":"c1"}}
        a2c {"jsonrpc":"2.0","id":3,"result":{"sessions":[]}}
        c2a {"jsonrpc":"2.0","id":4,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":4,"result":{"sessions":[]}}"#],
    when: &[When::Call("session/list")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(known) = said.text("/params/cursor").and_then(|c| cx.state.list_cursors.get(c))
        && let Some(used) = known.used
    {
        out.at(
            said,
            "/params/cursor",
            format!(
                "the cursor was used before, in frame {used}; an answer without \
            nextCursor is the last page"
            ),
        )
        .related(used)
        .related(known.given);
    }
}
