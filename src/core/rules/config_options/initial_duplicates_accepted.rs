//! Duplicate or malformed initial values fail the request with -32602.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    id: "config-options/initial-duplicates-accepted",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "Duplicate or malformed initial values fail the request with -32602.",
    why: "Which of the two counts is left to chance. (Described, not demanded: a hint.)",
    fix: "Refuse duplicates with -32602.",
    link: "/protocol/v1/draft/schema",
    requirements: &["config-options/initial-values-duplicates-fail"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"options":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"configOptions":[{"configId":"m","value":"a"},{"configId":"m","value":"b"}]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"options":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"configOptions":[{"configId":"m","value":"a"}]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}"#],
    when: &[
        When::Answer("session/new"),
        When::Answer("session/load"),
        When::Answer("session/resume"),
        When::Answer("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let ids: Vec<&str> =
        asked.list("configOptions").iter().filter_map(|o| o.get("configId")?.as_str()).collect();
    let distinct: HashSet<&&str> = ids.iter().collect();
    if said.succeeds()
        && distinct.len() < ids.len()
        && cx.state.has(Side::Agent, "sessionCapabilities.options")
    {
        out.at(
            said,
            "/result",
            "one option was given two initial values; the request should have \
            failed",
        )
        .related(asked.frame);
    }
}
