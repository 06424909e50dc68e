//! An unsupported archived filter value is refused with -32602 and not treated as the default.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-list/archived-filter-accepted",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "An unsupported archived filter value is refused with -32602 and not treated \
        as the default.",
    why: "The client takes the default list for the filtered one.",
    fix: "Refuse unknown filters.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-list/archived-filter-unknown-rejected"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"archive":{},"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"archived":"_maybe"}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"archive":{},"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"archived":"_maybe"}}
        a2c {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown filter"}}"#],
    when: &[When::Answer("session/list")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let Some(filter) = asked.text("archived") else { return };
    let known = crate::core::protocol::Protocol::v1()
        .schema()
        .check("SessionArchiveFilter", &Value::from(filter))
        .is_empty();
    if (!known || filter.starts_with('_'))
        && said.code() != Some(-32602)
        && cx.state.has(Side::Agent, "sessionCapabilities.archive")
    {
        out.at(
            said,
            "",
            format!(
                "the filter {} is unknown and should have been refused with -32602",
                text::quoted(filter)
            ),
        )
        .related(asked.frame);
    }
}
