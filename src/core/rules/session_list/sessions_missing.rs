//! The result has a sessions array, empty if nothing matches.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/sessions-missing",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The result has a sessions array, empty if nothing matches.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send sessions, as an empty list if there are none.",
    link: "/protocol/v1/session-list#listing-sessions",
    requirements: &["session-list/response-array"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"nextCursor":null}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/list")
        && said.asked.is_some()
        && issue.missing == Some("sessions")
        || issue.pointer == "/result/sessions"
            && said.known.is_some_and(|m| m.name == "session/list"))
    .then_some(FIELD)
}
