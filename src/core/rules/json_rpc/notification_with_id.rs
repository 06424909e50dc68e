//! The methods that ACP defines as notifications are sent without an id.

use crate::core::message::Kind;
use crate::core::protocol::Stability;
use crate::core::protocol::methods::CallKind;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/notification-with-id",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The methods that ACP defines as notifications are sent without an id.",
    why: "With an id it is a request that nobody will answer. (The sources define the \
        form without a keyword, so a warning.)",
    fix: "Leave the id out.",
    link: "/protocol/v1/overview#communication-model",
    requirements: &["jsonrpc/notification-methods-without-id"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":3,"method":"session/cancel","params":{"sessionId":"s1"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.kind == Kind::Request
        && let Some(method) = said.known
        && method.sent_in(said.dir)
        && method.name != "$/cancel_request"
        && method.call(said.dir, CallKind::Request).is_none()
    {
        out.at(said, "/id", format!("{} is a notification and must not have an id", method.name));
    }
}
