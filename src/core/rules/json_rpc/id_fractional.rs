//! A numeric id has no fractional part.

use crate::core::message::RequestId;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/id-fractional",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A numeric id has no fractional part.",
    why: "1.0 and 1 are equal to some readers and not to others; 1.5 does not decode as \
        an integer at all.",
    fix: "Use integers or strings.",
    link: "https://www.jsonrpc.org/specification#id2",
    requirements: &["jsonrpc/id-not-fractional"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2.5,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(RequestId::Number(spelled)) = said.id
        && spelled.contains(['.', 'e', 'E'])
    {
        out.at(
            said,
            "/id",
            format!(
                "the id {spelled} is not written as an integer; some readers cannot \
            decode it"
            ),
        );
    }
}
