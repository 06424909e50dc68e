//! An agent that cannot apply a system prompt (unknown mode, unsupported block) fails the
//! request instead of setting up the session.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-setup/system-prompt-ignored",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "An agent that cannot apply a system prompt (unknown mode, unsupported block) \
        fails the request instead of setting up the session.",
    why: "The session runs without the instructions that the client relies on.",
    fix: "Refuse a system prompt that cannot be applied with -32602.",
    link: "/protocol/v1/session-setup",
    requirements: &["session-setup/system-prompt-unsupported-fails"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"_prepend","content":[{"type":"text","text":"x"}]}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"_prepend","content":[{"type":"text","text":"x"}]}}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"unknown mode"}}"#],
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
    let mode = prompt.get("mode").and_then(Value::as_str).unwrap_or("append");
    let unknown = match mode {
        "append" => false,
        "override" => cx.state.lacks(Side::Agent, "sessionCapabilities.systemPrompt.mode.override"),
        _ => true,
    };
    let blocks = prompt.get("content").and_then(Value::as_array);
    let other =
        blocks.into_iter().flatten().any(|b| b.get("type").and_then(Value::as_str) != Some("text"));
    if said.succeeds() && prompt.is_object() && (unknown || other) {
        out.at(
            said,
            "/result",
            format!(
                "the system prompt of frame {} cannot be applied as it is, so the \
            request should have failed",
                asked.frame
            ),
        )
        .related(asked.frame);
    }
}
