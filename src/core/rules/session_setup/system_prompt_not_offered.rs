//! A system prompt is sent only to agents that advertise it, and mode override only where it
//! is advertised too.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-setup/system-prompt-not-offered",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A system prompt is sent only to agents that advertise it, and mode override \
        only where it is advertised too.",
    why: "Omitted and null capabilities count as unsupported: the other side will \
        refuse, or not understand.",
    fix: "Send a system prompt, and mode override, only to agents that advertise them.",
    link: "/protocol/v1/session-setup",
    requirements: &[
        "session-setup/system-prompt-gated",
        "session-setup/system-prompt-override-gated",
    ],
    breaks: &[
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"append","content":[{"type":"text","text":"Be brief."}]}}}"#,
        r#"
        @init {} {"sessionCapabilities":{"systemPrompt":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"override","content":[{"type":"text","text":"Be brief."}]}}}"#,
    ],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"override","content":[{"type":"text","text":"x"}]}}}
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
    let prompt = said.at("/params/systemPrompt");
    if prompt.is_null() {
        return;
    }
    if cx.state.lacks(Side::Agent, "sessionCapabilities.systemPrompt") {
        out.at(
            said,
            "/params/systemPrompt",
            "the agent did not advertise sessionCapabilities.systemPrompt",
        );
    } else if prompt.get("mode").and_then(Value::as_str) == Some("override")
        && cx.state.lacks(Side::Agent, "sessionCapabilities.systemPrompt.mode.override")
    {
        out.at(
            said,
            "/params/systemPrompt/mode",
            "the agent did not advertise \
            sessionCapabilities.systemPrompt.mode.override",
        );
    }
}
