//! The result of mcp/message holds exactly one inner outcome, result or a non-null error
//! object.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "mcp-over-acp/outcome",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "The result of mcp/message holds exactly one inner outcome, result or a \
        non-null error object.",
    why: "The agent cannot tell whether the call worked. The feature is a draft, so a \
        warning.",
    fix: "Send exactly one of the two.",
    link: "/rfds/mcp-over-acp",
    requirements: &["mcp-over-acp/one-outcome"],
    breaks: &[r#"
        @init {} {"mcpCapabilities":{"acp":true}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"acp","name":"ide","serverId":"v1"}]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":100,"method":"mcp/message","params":{"serverId":"v1","requestId":"r1","method":"tools/list"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"result":{},"error":{"code":-1,"message":"x"}}}"#],
    near_misses: &[r#"
        @init {} {"mcpCapabilities":{"acp":true}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"type":"acp","name":"ide","serverId":"v1"}]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":100,"method":"mcp/message","params":{"serverId":"v1","requestId":"r1","method":"tools/list"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"result":{}}}"#],
    when: &[When::Answer("mcp/message")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let result = said.result();
    if !said.succeeds() || !result.is_object() {
        return;
    }
    match (result.get("result").is_some(), result.get("error").is_some_and(|e| !e.is_null())) {
        (true, true) => {
            out.at(said, "/result", "both an inner result and an inner error");
        }
        (false, false) => {
            out.at(said, "/result", "neither an inner result nor an inner error");
        }
        _ => {}
    }
}
