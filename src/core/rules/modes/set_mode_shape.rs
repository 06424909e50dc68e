//! session/set_mode carries sessionId and modeId.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "modes/set-mode-shape",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/set_mode carries sessionId and modeId.",
    why: "The agent cannot tell which mode is meant.",
    fix: "Send sessionId and modeId.",
    link: "/protocol/v1/session-modes#from-the-client",
    requirements: &["modes/set-mode-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s1","mode":"code"}}"#],
    near_misses: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"a","availableModes":[{"id":"a","name":"A"}]}}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s1","modeId":"a"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/set_mode")
        && said.asked.is_none()
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
