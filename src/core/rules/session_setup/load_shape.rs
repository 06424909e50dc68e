//! session/load carries sessionId, cwd and mcpServers.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/load-shape",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/load carries sessionId, cwd and mcpServers.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send sessionId, cwd and mcpServers; answer with {} or null.",
    link: "/protocol/v1/session-setup#loading-a-session",
    requirements: &["session-setup/load-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s7","cwd":"/w"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"x"}}}}
        a2c {"jsonrpc":"2.0","id":2,"result":null}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/load")
        && said.asked.is_none()
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
