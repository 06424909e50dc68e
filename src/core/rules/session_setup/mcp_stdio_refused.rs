//! Every agent can connect to MCP servers over stdio.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/mcp-stdio-refused",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Every agent can connect to MCP servers over stdio.",
    why: "Clients pass stdio servers without asking. (Judged by the words of the error, \
        so a warning.)",
    fix: "Support stdio servers.",
    link: "/protocol/v1/session-setup#stdio-transport",
    requirements: &["session-setup/mcp-stdio-supported"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"name":"fs","command":"/bin/mcp","args":[],"env":[]}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"stdio MCP servers are not supported"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"name":"fs","command":"/bin/mcp","args":[],"env":[]}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"spawn failed"}}"#],
    when: &[
        When::Answer("session/new"),
        When::Answer("session/load"),
        When::Answer("session/resume"),
        When::Answer("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let stdio = asked.list("mcpServers").iter().any(|s| s.get("type").is_none());
    let words = said.complaint();
    if matches!(said.code(), Some(-32602 | -32601))
        && stdio
        && words.contains("stdio")
        && (words.contains("not support") || words.contains("unsupported"))
    {
        out.at(said, "/error", "MCP servers over stdio are refused; every agent has to take them")
            .related(asked.frame);
    }
}
