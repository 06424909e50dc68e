//! An agent that advertises the capability accepts text blocks in append mode.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-setup/system-prompt-refused",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "An agent that advertises the capability accepts text blocks in append mode.",
    why: "The client relies on what was advertised. (Judged by the words of the error, \
        so a warning.)",
    fix: "Accept text in mode append, or do not advertise the capability.",
    link: "/protocol/v1/session-setup",
    requirements: &["session-setup/system-prompt-append-text-accepted"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"append","content":[{"type":"text","text":"x"}]}}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"systemPrompt append not supported"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"append","content":[{"type":"text","text":"x"}]}}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"disk full"}}"#],
    when: &[
        When::Answer("session/new"),
        When::Answer("session/load"),
        When::Answer("session/resume"),
        When::Answer("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let prompt = asked.params.get("systemPrompt").unwrap_or(&Value::Null);
    let words = said.complaint();
    let blamed = words.contains("systemprompt")
        || words.contains("system prompt")
        || words.contains("system_prompt");
    let plain = prompt.get("mode").and_then(Value::as_str) == Some("append") && !asked.malformed;
    if said.code().is_some()
        && blamed
        && plain
        && cx.state.has(Side::Agent, "sessionCapabilities.systemPrompt")
    {
        out.at(
            said,
            "/error",
            "a system prompt of mode append is refused by an agent that advertises \
            it",
        )
        .related(asked.frame);
    }
}
