//! suggestions is a non-null list whose items have at least one content block.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "prompt-suggestions/shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "suggestions is a non-null list whose items have at least one content block.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send suggestions, each with a prompt of at least one block.",
    link: "/protocol/v1/draft/schema",
    requirements: &["prompt-suggestions/shape"],
    breaks: &[r#"
        @init {"session":{"promptSuggestions":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"prompt_suggestions_update","suggestions":[{"prompt":[]}]}}}"#],
    near_misses: &[r#"
        @init {"session":{"promptSuggestions":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"prompt_suggestions_update","suggestions":[{"prompt":[{"type":"text","text":"Go"}]}]}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.variant() == Some("prompt_suggestions_update") && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
