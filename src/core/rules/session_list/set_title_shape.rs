//! session/set_title carries sessionId and a non-null title and returns the stored title.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/set-title-shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "session/set_title carries sessionId and a non-null title and returns the \
        stored title.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send sessionId and a title, and answer with the stored title.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-list/set-title-shape"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"title":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_title","params":{"sessionId":"s1","title":null}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"title":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_title","params":{"sessionId":"s1","title":"T"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"title":"T"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/set_title")
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
