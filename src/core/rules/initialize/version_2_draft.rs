//! A connection of protocol version 2 is checked by its shapes and by JSON-RPC only.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "initialize/version-2-draft",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A connection of protocol version 2 is checked by its shapes and by JSON-RPC \
        only.",
    why: "Version 2 is a draft: only the form of its messages is checked.",
    fix: "Nothing has to be done.",
    link: "/protocol/v2/overview",
    requirements: &[],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"c","version":"1"},"capabilities":{}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"a","version":"1"},"capabilities":{}}}"#],
    near_misses: &[r#"@init {} {}"#],
    when: &[When::Answer("initialize")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.at("/result/protocolVersion").as_u64() == Some(2)
        && said
            .asked
            .as_ref()
            .is_some_and(|a| a.params.get("protocolVersion").and_then(Value::as_u64) >= Some(2))
    {
        out.at(
            said,
            "/result/protocolVersion",
            "v2 draft: shapes only; the rules of version 1 are not applied",
        )
        .draft();
    }
}
