//! Each MCP server entry matches its transport: stdio (no type) with name, command, args, env;
//! http or sse with name, url, headers.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, PART, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/mcp-server-shape",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Each MCP server entry matches its transport: stdio (no type) with name, \
        command, args, env; http or sse with name, url, headers.",
    why: "Agents skip a malformed server without telling anybody: its tools never come.",
    fix: "stdio: name, command, args, env; http and sse: type, name, url, headers; \
        empty lists where there is nothing.",
    link: "/protocol/v1/session-setup#mcp-servers",
    requirements: &["session-setup/mcp-server-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"name":"fs","args":[],"env":[]}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"name":"fs","command":"/bin/fs","args":[],"env":[]}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let list = issue.pointer.starts_with("/params/mcpServers");
    (list && issue.class() != IssueClass::Unknown).then_some(PART)
}
