//! A deleted session no longer shows up in session/list.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-list/deleted-listed",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A deleted session no longer shows up in session/list.",
    why: "The user deleted it. (Described, not demanded: a warning.)",
    fix: "Leave deleted sessions out.",
    link: "/protocol/v1/session-delete#semantics",
    requirements: &["session-delete/not-listed-afterwards"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/delete","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":3,"result":{"sessions":[{"sessionId":"s5","cwd":"/w"}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/delete","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":3,"result":{"sessions":[{"sessionId":"s6","cwd":"/w"}]}}"#],
    when: &[When::Answer("session/list")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    for (i, info) in said.list("/result/sessions").iter().enumerate() {
        if let Some(id) = info.get("sessionId").and_then(Value::as_str)
            && let Some(frame) = cx.state.deleted.get(id).filter(|f| **f < asked.frame)
        {
            out.at(
                said,
                format!("/result/sessions/{i}/sessionId"),
                format!("the session {} was deleted in frame {frame}", text::quoted(id)),
            )
            .related(*frame);
        }
    }
}
