//! Credentials in MCP settings are masked before a recording is shared.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-setup/secret-in-mcp-settings",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Credentials in MCP settings are masked before a recording is shared.",
    why: "Recordings and logs are shared.",
    fix: "Export with redaction.",
    link: "/protocol/v1/session-setup",
    requirements: &[],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"name":"fs","command":"/bin/mcp","args":[],"env":[{"name":"DOCS_API_KEY","value":"x"}]}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[{"name":"fs","command":"/bin/mcp","args":[],"env":[{"name":"LANG","value":"C"}]}]}}
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
        for key in ["env", "headers"] {
            let entries = server.get(key).and_then(Value::as_array);
            for (j, entry) in entries.into_iter().flatten().enumerate() {
                let text_of = |k: &str| entry.get(k).and_then(Value::as_str);
                let named = text_of("name").is_some_and(|n| {
                    text::names_secret(n) || n.eq_ignore_ascii_case("authorization")
                });
                let value = text_of("value").unwrap_or_default();
                if !value.is_empty() && (named || text::secret(value).is_some()) {
                    out.at(
                        said,
                        format!("/params/mcpServers/{i}/{key}/{j}/value"),
                        "a credential crosses here; mask it in everything that is shared (no \
            fault of the protocol)",
                    );
                }
            }
        }
    }
}
