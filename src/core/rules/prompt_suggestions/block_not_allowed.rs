//! Suggestions use no block types beyond text, resource_link and those that both the agent's
//! prompt capabilities and the client's suggestion capability allow.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "prompt-suggestions/block-not-allowed",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "Suggestions use no block types beyond text, resource_link and those that both \
        the agent's prompt capabilities and the client's suggestion capability allow.",
    why: "The client cannot show it, or the agent would refuse it. The feature is a \
        draft, so a warning.",
    fix: "Suggest text and resource links.",
    link: "/protocol/v1/draft/schema",
    requirements: &["prompt-suggestions/content-allowed"],
    breaks: &[r#"
        @init {"session":{"promptSuggestions":{}}} {"promptCapabilities":{"image":true}}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"prompt_suggestions_update","suggestions":[{"prompt":[{"type":"text","text":"Look"},{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}]}]}}}"#],
    near_misses: &[r#"
        @init {"session":{"promptSuggestions":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"prompt_suggestions_update","suggestions":[{"prompt":[{"type":"text","text":"Go"}]}]}}}"#],
    when: &[When::Update("prompt_suggestions_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if !cx.state.has(Side::Client, "session.promptSuggestions") {
        return;
    }
    for (i, suggestion) in said.list("/params/update/suggestions").iter().enumerate() {
        let blocks = suggestion.get("prompt").and_then(Value::as_array);
        for (j, block) in blocks.into_iter().flatten().enumerate() {
            let part = match block.get("type").and_then(Value::as_str) {
                Some("image") => "image",
                Some("audio") => "audio",
                Some("resource") => "embeddedContext",
                _ => continue,
            };
            let mine = cx.state.lacks(Side::Agent, &format!("promptCapabilities.{part}"));
            let theirs = cx.state.lacks(Side::Client, &format!("session.promptSuggestions.{part}"));
            if mine || theirs {
                out.at(
                    said,
                    format!("/params/update/suggestions/{i}/prompt/{j}/type"),
                    format!(
                        "{part} is not allowed by both the agent's prompts and the client's \
            suggestions"
                    ),
                );
            }
        }
    }
}
