//! A system prompt holds one or more text blocks and nothing else.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-setup/system-prompt-content",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A system prompt holds one or more text blocks and nothing else.",
    why: "Agents hand it to the model as text.",
    fix: "Send one or more text blocks.",
    link: "/protocol/v1/session-setup",
    requirements: &[
        "session-setup/system-prompt-text-only",
        "session-setup/system-prompt-not-empty",
    ],
    breaks: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"append","content":[{"type":"resource_link","uri":"file:///w/a","name":"a"}]}}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"append","content":[]}}}"#,
    ],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"append","content":[{"type":"text","text":"x"}]}}}
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
    let Some(blocks) = said.at("/params/systemPrompt/content").as_array() else { return };
    if blocks.is_empty() {
        out.at(said, "/params/systemPrompt/content", "a system prompt without content");
    }
    for (i, block) in blocks.iter().enumerate() {
        if let Some(kind) = block.get("type").and_then(Value::as_str).filter(|k| *k != "text") {
            out.at(
                said,
                format!("/params/systemPrompt/content/{i}/type"),
                format!("a system prompt holds text only, found {}", text::quoted(kind)),
            );
        }
    }
}
