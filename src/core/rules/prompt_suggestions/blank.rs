//! A suggestion does not consist of blank text only.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "prompt-suggestions/blank",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A suggestion does not consist of blank text only.",
    why: "The user sees an empty button. The feature is a draft, so a warning.",
    fix: "Leave it out.",
    link: "/protocol/v1/draft/schema",
    requirements: &["prompt-suggestions/not-blank"],
    breaks: &[r#"
        @init {"session":{"promptSuggestions":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"prompt_suggestions_update","suggestions":[{"prompt":[{"type":"text","text":"  "}]}]}}}"#],
    near_misses: &[r#"
        @init {"session":{"promptSuggestions":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"prompt_suggestions_update","suggestions":[{"prompt":[{"type":"text","text":"Go"}]}]}}}"#],
    when: &[When::Update("prompt_suggestions_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for (i, suggestion) in said.list("/params/update/suggestions").iter().enumerate() {
        let blocks = suggestion
            .get("prompt")
            .and_then(Value::as_array)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let blank = |b: &Value<'_>| {
            b.get("text").and_then(Value::as_str).is_some_and(|t| t.trim().is_empty())
        };
        if !blocks.is_empty()
            && blocks.iter().all(blank)
            && cx.state.has(Side::Client, "session.promptSuggestions")
        {
            out.at(
                said,
                format!("/params/update/suggestions/{i}/prompt"),
                "a suggestion of blank text",
            );
        }
    }
}
