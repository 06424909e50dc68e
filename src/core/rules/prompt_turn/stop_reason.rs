//! A finished turn is answered with one of the stop reasons end_turn, max_tokens,
//! max_turn_requests, refusal, cancelled.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "prompt-turn/stop-reason",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A finished turn is answered with one of the stop reasons end_turn, \
        max_tokens, max_turn_requests, refusal, cancelled.",
    why: "Strict clients drop the whole answer, and the turn never ends.",
    fix: "Answer with end_turn, max_tokens, max_turn_requests, refusal or cancelled; a \
        failed turn is an error response.",
    link: "/protocol/v1/prompt-turn#stop-reasons",
    requirements: &["prompt-turn/stop-reason"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"done"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"refusal"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/prompt")
        && said.asked.is_some()
        && !issue.pointer.starts_with("/result/usage")
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
