//! An mcp/message notification belongs to an inner request that is still active.

use crate::core::frame::Dir;
use crate::core::message::Kind;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "mcp-over-acp/stray-notification",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "An mcp/message notification belongs to an inner request that is still active.",
    why: "The agent cannot tell what it belongs to. (Described, not demanded: a hint.)",
    fix: "Send notifications while their request is open.",
    link: "/rfds/mcp-over-acp",
    requirements: &["mcp-over-acp/notification-for-active-request"],
    breaks: &[r#"
        @init {} {"mcpCapabilities":{"acp":true}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"acp","name":"ide","serverId":"v1"}]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
        c2a {"jsonrpc":"2.0","method":"mcp/message","params":{"serverId":"v1","requestId":"r9","method":"notifications/progress"}}"#],
    near_misses: &[r#"
        @init {} {"mcpCapabilities":{"acp":true}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"acp","name":"ide","serverId":"v1"}]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":100,"method":"mcp/message","params":{"serverId":"v1","requestId":"r1","method":"tools/list"}}
        c2a {"jsonrpc":"2.0","method":"mcp/message","params":{"serverId":"v1","requestId":"r1","method":"notifications/progress"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"result":{}}}"#],
    when: &[When::Call("mcp/message")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.kind != Kind::Notification || said.dir != Dir::ClientToAgent || cx.state.started_late {
        return;
    }
    let (Some(server), Some(request)) =
        (said.text("/params/serverId"), said.params().get("requestId"))
    else {
        return;
    };
    let open = cx.state.open_request(Dir::AgentToClient, "mcp/message", |a| {
        a.text("serverId") == Some(server) && a.params.get("requestId") == Some(request)
    });
    if open.is_none() {
        out.at(
            said,
            "/params/requestId",
            format!("no inner request {request} of this server is open"),
        );
    }
}
