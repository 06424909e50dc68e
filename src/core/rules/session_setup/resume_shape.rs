//! session/resume carries sessionId and cwd, plus the MCP servers to reconnect.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/resume-shape",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/resume carries sessionId and cwd, plus the MCP servers to reconnect.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send sessionId and cwd.",
    link: "/protocol/v1/session-setup#resuming-a-session",
    requirements: &["session-setup/resume-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/resume","params":{"sessionId":"s7"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/resume","params":{"sessionId":"s7","cwd":"/w"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/resume")
        && said.asked.is_none()
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
