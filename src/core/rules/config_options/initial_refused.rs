//! An initial value with an unknown id, a wrong type or a disallowed value is ignored, not
//! refused.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    id: "config-options/initial-refused",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "An initial value with an unknown id, a wrong type or a disallowed value is \
        ignored, not refused.",
    why: "A client remembers values of other versions of the agent. (Judged by the \
        words of the error, so a warning.)",
    fix: "Ignore initial values that do not fit.",
    link: "/protocol/v1/draft/schema",
    requirements: &["config-options/initial-values-unknown-ignored"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"options":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"configOptions":[{"configId":"nope","value":"x"}]}}
        a2c {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"unknown config option"}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"options":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"configOptions":[{"configId":"m","value":"a"},{"configId":"m","value":"b"}]}}
        a2c {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"option given twice"}}"#],
    when: &[
        When::Answer("session/new"),
        When::Answer("session/load"),
        When::Answer("session/resume"),
        When::Answer("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let ids: Vec<&str> =
        asked.list("configOptions").iter().filter_map(|o| o.get("configId")?.as_str()).collect();
    let distinct: HashSet<&&str> = ids.iter().collect();
    let words = said.complaint();
    if said.code() == Some(-32602)
        && !ids.is_empty()
        && distinct.len() == ids.len()
        && !asked.malformed
        && (words.contains("config") || words.contains("option"))
    {
        out.at(said, "/error", "initial values that do not fit are to be ignored, not refused")
            .related(asked.frame);
    }
}
