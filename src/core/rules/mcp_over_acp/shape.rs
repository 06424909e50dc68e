//! mcp/message carries serverId, requestId and method.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "mcp-over-acp/shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "mcp/message carries serverId, requestId and method.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send serverId, requestId and method.",
    link: "/rfds/mcp-over-acp",
    requirements: &["mcp-over-acp/shape"],
    breaks: &[r#"
        @init {} {"mcpCapabilities":{"acp":true}}
        @session
        a2c {"jsonrpc":"2.0","id":100,"method":"mcp/message","params":{"serverId":"v1","method":"tools/list"}}"#],
    near_misses: &[r#"
        @init {} {"mcpCapabilities":{"acp":true}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"acp","name":"ide","serverId":"v1"}]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":100,"method":"mcp/message","params":{"serverId":"v1","requestId":"r1","method":"tools/list"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"result":{}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "mcp/message")
        && said.asked.is_none()
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
