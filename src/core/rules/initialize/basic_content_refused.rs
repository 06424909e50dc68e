//! Every agent accepts text and resource_link blocks in prompts.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/basic-content-refused",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Every agent accepts text and resource_link blocks in prompts.",
    why: "Clients send files as links without asking. (The error may have another \
        reason, so a warning.)",
    fix: "Accept text and resource_link blocks.",
    link: "/protocol/v1/initialization#prompt-capabilities",
    requirements: &["initialize/agent-baseline-prompt-content"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource_link","uri":"file:///w/a.txt","name":"a.txt"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"resource_link not supported"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"too long"}}"#],
    when: &[When::Answer("session/prompt")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let kinds: Vec<&str> =
        asked.list("prompt").iter().filter_map(|b| b.get("type")?.as_str()).collect();
    let basic = !kinds.is_empty() && kinds.iter().all(|k| matches!(*k, "text" | "resource_link"));
    let words = said.complaint();
    let blames = ["resource_link", "resource link", "content type", "block type", "content block"]
        .iter()
        .any(|w| words.contains(w));
    if said.code() == Some(-32602) && basic && !asked.malformed && blames {
        out.at(
            said,
            "/error",
            "a prompt of text and resource links is refused for its content; every \
            agent takes these two",
        )
        .related(asked.frame);
    }
}
