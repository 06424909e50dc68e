//! Turn usage in a prompt result has totalTokens, inputTokens and outputTokens as non-negative
//! integers.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "prompt-turn/usage-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "Turn usage in a prompt result has totalTokens, inputTokens and outputTokens \
        as non-negative integers.",
    why: "Readers drop the whole usage.",
    fix: "Send totalTokens, inputTokens and outputTokens as integers from 0 on.",
    link: "/rfds/end-turn-token-usage",
    requirements: &["prompt-turn/usage-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn","usage":{"inputTokens":5}}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn","usage":{"totalTokens":5,"inputTokens":3,"outputTokens":2}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/prompt")
        && issue.pointer.starts_with("/result/usage")
        && issue.class() != IssueClass::Unknown)
        .then_some(FIELD)
}
