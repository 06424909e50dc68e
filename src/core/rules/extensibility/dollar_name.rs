//! The prefix $/ is kept for protocol-level notifications.

use crate::core::message::Kind;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "extensibility/dollar-name",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The prefix $/ is kept for protocol-level notifications.",
    why: "Receivers may ignore everything that begins so. (Described, not demanded.)",
    fix: "Begin names of your own with an underscore.",
    link: "/protocol/v1/cancellation",
    requirements: &["extensibility/dollar-prefix"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"$/cancel_request","params":{"requestId":1}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(name) = said.method.filter(|m| m.starts_with("$/")) else { return };
    if name != "$/cancel_request" {
        let hint = if name.eq_ignore_ascii_case("$/cancelRequest") {
            "; did you mean $/cancel_request?"
        } else {
            ""
        };
        out.at(
            said,
            "/method",
            format!(
                "{name}: the prefix $/ is kept for notifications of the protocol \
            itself{hint}"
            ),
        );
    } else if said.kind == Kind::Request {
        out.at(said, "/id", "$/cancel_request is a notification and must not have an id");
    }
}
