//! New agents support MCP over HTTP.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-setup/no-mcp-http",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "New agents support MCP over HTTP.",
    why: "More and more MCP servers are reached over HTTP only.",
    fix: "Support http servers and set mcpCapabilities.http.",
    link: "/protocol/v1/session-setup#mcp-servers",
    requirements: &["session-setup/mcp-http-supported"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true},"terminal":true,"auth":{"terminal":true},"plan":{},"subagents":{},"session":{"compaction":{},"notices":{},"configOptions":{"boolean":{}}},"elicitation":{"form":{},"url":{}}},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"loadSession":true,"promptCapabilities":{"image":true,"audio":true,"embeddedContext":true},"mcpCapabilities":{"http":false,"sse":true},"sessionCapabilities":{"list":{},"delete":{},"resume":{},"close":{},"additionalDirectories":{},"systemPrompt":{"mode":{"override":{}}}},"auth":{"logout":{}}},"agentInfo":{"name":"agent","version":"1.0.0"},"authMethods":[{"id":"agent-login","name":"Agent login"},{"id":"term-login","name":"Terminal login","type":"terminal"}]}}"#],
    near_misses: &[r#"@prelude"#],
    when: &[When::Answer("initialize")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.succeeds()
        && said.at("/result/agentCapabilities").is_object()
        && said.at("/result/agentCapabilities/mcpCapabilities/http") != &Value::Bool(true)
    {
        out.at(
            said,
            "/result/agentCapabilities",
            "MCP over HTTP is not advertised; new agents should support it",
        );
    }
}
