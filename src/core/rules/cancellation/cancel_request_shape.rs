//! $/cancel_request carries the requestId of the request to cancel.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "cancellation/cancel-request-shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "$/cancel_request carries the requestId of the request to cancel.",
    why: "The receiver does not know which request is meant.",
    fix: "Send requestId, with the id of the request in its value and type.",
    link: "/protocol/v1/cancellation",
    requirements: &["cancellation/request-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"$/cancel_request","params":{"id":2}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Request cancelled"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.method == Some("$/cancel_request") && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
