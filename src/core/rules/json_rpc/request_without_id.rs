//! The methods that ACP defines as requests are sent with an id.

use crate::core::message::Kind;
use crate::core::protocol::Stability;
use crate::core::protocol::methods::CallKind;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/request-without-id",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The methods that ACP defines as requests are sent with an id.",
    why: "Without an id there is no answer: the sender never gets the result. (The \
        sources define the form without a keyword, so a warning.)",
    fix: "Give the request an id.",
    link: "/protocol/v1/overview#communication-model",
    requirements: &["jsonrpc/request-methods-with-id"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"session/list","params":{}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.kind == Kind::Notification
        && let Some(method) = said.known
        && method.sent_in(said.dir)
        && method.call(said.dir, CallKind::Notification).is_none()
    {
        out.at(said, "", format!("{} asks for an answer, so it needs an id", method.name));
    }
}
