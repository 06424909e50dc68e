//! mcp/message names a declared server.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "mcp-over-acp/unknown-server",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "mcp/message names a declared server.",
    why: "The client has nobody to pass it to. The feature is a draft, so a warning.",
    fix: "Name a declared server.",
    link: "/rfds/mcp-over-acp",
    requirements: &["mcp-over-acp/declared-server"],
    breaks: &[r#"
        @init {} {"mcpCapabilities":{"acp":true}}
        @session
        a2c {"jsonrpc":"2.0","id":100,"method":"mcp/message","params":{"serverId":"v9","requestId":"r1","method":"tools/list"}}"#],
    near_misses: &[r#"
        @init {} {"mcpCapabilities":{"acp":true}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"acp","name":"ide","serverId":"v1"}]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":100,"method":"mcp/message","params":{"serverId":"v1","requestId":"r1","method":"tools/list"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"result":{}}}"#],
    when: &[When::Call("mcp/message")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(id) = said.text("/params/serverId")
        && !cx.state.started_late
        && !cx.state.mcp_servers.contains_key(id)
    {
        out.at(
            said,
            "/params/serverId",
            format!("no server {} was declared in a setup request", text::quoted(id)),
        );
    }
}
