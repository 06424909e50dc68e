//! The client starts the next prompt of a session only when the previous turn is complete.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "prompt-turn/two-at-a-time",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The client starts the next prompt of a session only when the previous turn is \
        complete.",
    why: "Agents may refuse it, queue it or mix the two turns. (Described, not \
        demanded; the answer may just be underway.)",
    fix: "Wait for the answer, or cancel the turn first.",
    link: "/protocol/v1/prompt-turn",
    requirements: &["prompt-turn/one-turn-at-a-time"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Call("session/prompt")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(turn) = cx.state.session_of(said).and_then(|s| s.turns.first()) {
        out.at(
            said,
            "/params/sessionId",
            format!(
                "a second prompt for this session; the one of frame {} is not answered \
            yet",
                turn.frame
            ),
        )
        .related(turn.frame);
    }
}
