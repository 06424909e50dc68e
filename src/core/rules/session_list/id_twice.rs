//! A session id is not listed twice on a page.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    id: "session-list/id-twice",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A session id is not listed twice on a page.",
    why: "Users see the same session twice.",
    fix: "List each session once.",
    link: "/protocol/v1/session-list#listing-sessions",
    requirements: &["session-list/unique-ids"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[{"sessionId":"s5","cwd":"/w"},{"sessionId":"s5","cwd":"/w"}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[{"sessionId":"s5","cwd":"/w"},{"sessionId":"s6","cwd":"/w"}]}}"#],
    when: &[When::Answer("session/list")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let mut seen = HashSet::new();
    for (i, info) in said.list("/result/sessions").iter().enumerate() {
        if let Some(id) = info.get("sessionId").and_then(Value::as_str)
            && !seen.insert(id)
        {
            out.at(
                said,
                format!("/result/sessions/{i}/sessionId"),
                format!("the session {} is listed twice", text::quoted(id)),
            );
        }
    }
}
