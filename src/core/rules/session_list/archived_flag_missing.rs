//! An agent with the archive capability sets archived on every listed session.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-list/archived-flag-missing",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "An agent with the archive capability sets archived on every listed session.",
    why: "The client cannot tell archived sessions from others.",
    fix: "Set archived on every session.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-list/archived-flag-present"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"archive":{},"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s5","cwd":"/w"}]}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"archive":{},"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s5","cwd":"/w","archived":false}]}}"#],
    when: &[When::Answer("session/list")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if !cx.state.has(Side::Agent, "sessionCapabilities.archive") {
        return;
    }
    for (i, info) in said.list("/result/sessions").iter().enumerate() {
        if info.get("archived").is_none_or(Value::is_null) {
            out.at(
                said,
                format!("/result/sessions/{i}"),
                "archived is missing, although the agent advertises archive",
            );
        }
    }
}
