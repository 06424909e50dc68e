//! A title that is empty after normalization is refused with -32602.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/empty-title-accepted",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A title that is empty after normalization is refused with -32602.",
    why: "The session would have no name. (Described, not demanded: a hint.)",
    fix: "Refuse empty titles.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-list/set-title-empty-rejected"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"title":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_title","params":{"sessionId":"s1","title":" "}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"title":""}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"title":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_title","params":{"sessionId":"s1","title":" "}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"empty"}}"#],
    when: &[When::Answer("session/set_title")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    if said.succeeds() && asked.text("title").is_some_and(|t| t.trim().is_empty()) {
        out.at(said, "/result", "an empty title was accepted; it should be refused with -32602")
            .related(asked.frame);
    }
}
