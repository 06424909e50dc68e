//! The command of a stdio MCP server is an absolute path.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-setup/mcp-command-relative",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The command of a stdio MCP server is an absolute path.",
    why: "The agent looks it up on its own PATH. (Bare names such as npx are common and \
        mostly work, so a hint.)",
    fix: "Resolve the command in the client.",
    link: "/protocol/v1/session-setup#stdio-transport",
    requirements: &["session-setup/mcp-command-absolute"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"name":"fs","command":"npx","args":["-y","srv"],"env":[]}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"name":"fs","command":"/bin/mcp","args":[],"env":[]}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    when: &[
        When::Call("session/new"),
        When::Call("session/load"),
        When::Call("session/resume"),
        When::Call("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for (i, server) in said.list("/params/mcpServers").iter().enumerate() {
        if server.get("type").is_none()
            && let Some(command) = server.get("command").and_then(Value::as_str)
            && text::relative(command).is_some()
        {
            out.at(
                said,
                format!("/params/mcpServers/{i}/command"),
                format!("the command should be an absolute path, found {}", text::quoted(command)),
            );
        }
    }
}
