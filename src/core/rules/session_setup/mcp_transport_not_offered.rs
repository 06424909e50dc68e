//! MCP servers of a transport are passed only to agents that advertise it.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-setup/mcp-transport-not-offered",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "MCP servers of a transport are passed only to agents that advertise it.",
    why: "Omitted and null capabilities count as unsupported: the other side will \
        refuse, or not understand.",
    fix: "Pass only stdio servers to such agents.",
    link: "/protocol/v1/session-setup#checking-transport-support",
    requirements: &[
        "session-setup/mcp-http-gated",
        "session-setup/mcp-sse-gated",
        "mcp-over-acp/gated",
    ],
    breaks: &[
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"http","name":"x","url":"https://x.example/mcp","headers":[]}]}}"#,
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"sse","name":"x","url":"https://x.example/sse","headers":[]}]}}"#,
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"acp","name":"ide","serverId":"v1"}]}}"#,
    ],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"http","name":"x","url":"https://x.example","headers":[]}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    when: &[
        When::Call("session/new"),
        When::Call("session/load"),
        When::Call("session/resume"),
        When::Call("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for (i, server) in said.list("/params/mcpServers").iter().enumerate() {
        let Some(kind @ ("http" | "sse" | "acp")) = server.get("type").and_then(Value::as_str)
        else {
            continue;
        };
        let path = format!("mcpCapabilities.{kind}");
        if cx.state.lacks(Side::Agent, &path) {
            let finding = out.at(
                said,
                format!("/params/mcpServers/{i}/type"),
                format!("the agent did not advertise {path}"),
            );
            if kind == "acp" {
                finding.severity(Severity::Warning).draft();
            }
        }
    }
}
