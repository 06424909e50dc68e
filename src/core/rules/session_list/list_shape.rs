//! session/list has only optional parameters: cwd and cursor, both strings.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/list-shape",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/list has only optional parameters: cwd and cursor, both strings.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send cwd and cursor as strings, or nothing.",
    link: "/protocol/v1/session-list",
    requirements: &[],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cursor":1}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list"}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/list")
        && said.asked.is_none()
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
