//! auth/status results and auth/status_update carry a state and optionally accounts with a
//! label each.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "auth/status-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "auth/status results and auth/status_update carry a state and optionally \
        accounts with a label each.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send state, and accounts with a label each.",
    link: "/rfds/get-auth-state",
    requirements: &["auth/status-shape"],
    breaks: &[r#"
        @init {} {"auth":{"status":{}}}
        a2c {"jsonrpc":"2.0","method":"auth/status_update","params":{"accounts":[]}}"#],
    near_misses: &[r#"
        @init {} {"auth":{"status":{}}}
        a2c {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"authenticated"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let here = said.known.is_some_and(|m| m.name.starts_with("auth/status"));
    (here && issue.class() != IssueClass::Unknown).then_some(WHOLE)
}
