//! A request avoids null as its id, since null marks responses whose request id is unknown.

use crate::core::message::RequestId;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/id-null",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A request avoids null as its id, since null marks responses whose request id \
        is unknown.",
    why: "Many libraries take it for a notification and never answer.",
    fix: "Give each request an id of its own.",
    link: "https://www.jsonrpc.org/specification#id1",
    requirements: &["jsonrpc/id-not-null"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":null,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.id == Some(&RequestId::Null) {
        out.at(
            said,
            "/id",
            "a request with the id null: null stands for an id that could not be \
            read",
        );
    }
}
