//! session/new carries cwd and mcpServers, and its result carries a sessionId.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/new-shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/new carries cwd and mcpServers, and its result carries a sessionId.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send cwd and mcpServers (an empty list if there are none), and answer with \
        sessionId.",
    link: "/protocol/v1/session-setup#creating-a-session",
    requirements: &["session-setup/new-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"mcpServers":[]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/new") && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
