//! A serverId is not used for several servers visible on one connection.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "mcp-over-acp/server-id-in-use",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A serverId is not used for several servers visible on one connection.",
    why: "Messages for one server would reach the other. The feature is a draft, so a \
        warning.",
    fix: "Give each server an id of its own.",
    link: "/rfds/mcp-over-acp",
    requirements: &["mcp-over-acp/server-id-unique"],
    breaks: &[r#"
        @init {} {"mcpCapabilities":{"acp":true}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"acp","name":"ide","serverId":"v1"},{"type":"acp","name":"other","serverId":"v1"}]}}"#],
    near_misses: &[r#"
        @init {} {"mcpCapabilities":{"acp":true}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"acp","name":"ide","serverId":"v1"}]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}"#],
    when: &[
        When::Call("session/new"),
        When::Call("session/load"),
        When::Call("session/resume"),
        When::Call("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for (i, server) in said.list("/params/mcpServers").iter().enumerate() {
        let text_of = |key: &str| server.get(key).and_then(Value::as_str);
        let (Some("acp"), Some(id)) = (text_of("type"), text_of("serverId")) else { continue };
        let name = text_of("name").unwrap_or_default();
        let before = cx.state.mcp_servers.get(id).map(|(n, _)| n.as_str());
        let twice = seen.iter().any(|(other, _)| *other == id);
        if twice || before.is_some_and(|n| n != name) {
            out.at(
                said,
                format!("/params/mcpServers/{i}/serverId"),
                format!(
                    "the id {} stands for several servers of this connection",
                    text::quoted(id)
                ),
            );
        }
        seen.push((id, name));
    }
}
