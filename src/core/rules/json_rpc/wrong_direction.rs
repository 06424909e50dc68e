//! A side does not send methods that only the other side may send.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/wrong-direction",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A side does not send methods that only the other side may send.",
    why: "The receiver has no handler for it. (The sources give the direction without a \
        keyword, so a warning.)",
    fix: "Check which of the two sides you are; perhaps the frame was echoed.",
    link: "/protocol/v1/overview#message-flow",
    requirements: &["jsonrpc/method-direction"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a"}}
        c2a {"jsonrpc":"2.0","id":2,"result":{"content":""}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(method) = said.known
        && !method.sent_in(said.dir)
    {
        let other = if said.side() == Side::Client { "agent" } else { "client" };
        out.at(said, "/method", format!("only the {other} sends {}", method.name));
    }
}
