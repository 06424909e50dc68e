//! Suggestions are not part of session replay.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "prompt-suggestions/replayed",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "Suggestions are not part of session replay.",
    why: "They belong to a moment that is over. (A new list is allowed, so a hint.)",
    fix: "Send suggestions after the answer to session/load.",
    link: "/protocol/v1/draft/schema",
    requirements: &["prompt-suggestions/not-replayed"],
    breaks: &[r#"
        @init {"session":{"promptSuggestions":{}}} {"loadSession":true}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/load","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"prompt_suggestions_update","suggestions":[]}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"q"}}}}
        a2c {"jsonrpc":"2.0","id":1,"result":{}}"#],
    near_misses: &[r#"
        @init {"session":{"promptSuggestions":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"prompt_suggestions_update","suggestions":[{"prompt":[{"type":"text","text":"Go"}]}]}}}"#],
    when: &[When::Update("prompt_suggestions_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(replay) = cx.state.session_of(said).and_then(|s| s.replay.as_ref())
        && cx.state.has(Side::Client, "session.promptSuggestions")
    {
        out.at(said, "/params/update", "suggestions inside a replay; they are not history")
            .related(replay.frame);
    }
}
