//! A prompt holds only blocks that the agent advertised, besides text and resource links.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "content/prompt-block-not-offered",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A prompt holds only blocks that the agent advertised, besides text and \
        resource links.",
    why: "The agent drops the block or refuses the prompt.",
    fix: "Send text and resource links, or convert the content.",
    link: "/protocol/v1/content#image-content",
    requirements: &[
        "content/prompt-image-gated",
        "content/prompt-audio-gated",
        "content/prompt-resource-gated",
    ],
    breaks: &[
        r#"
        @init {} {}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}]}}"#,
        r#"
        @init {} {}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"audio","mimeType":"audio/wav","data":"UklGRg=="}]}}"#,
        r#"
        @init {} {}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource","resource":{"uri":"file:///w/a","text":"x"}}]}}"#,
    ],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Call("session/prompt")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for (i, block) in said.list("/params/prompt").iter().enumerate() {
        let Some(kind) = block.get("type").and_then(Value::as_str) else { continue };
        let gate = crate::core::protocol::content::block(kind).and_then(|b| b.prompt_gate);
        if let Some(path) = gate.filter(|p| cx.state.lacks(Side::Agent, p)) {
            out.at(
                said,
                format!("/params/prompt/{i}/type"),
                format!(
                    "a block of type {kind} needs the agent's capability {path}, which it \
            did not advertise"
                ),
            );
        }
    }
}
