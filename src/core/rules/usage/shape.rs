//! usage_update has used and size as non-null non-negative integers, and a cost, if any, has
//! amount and currency.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "usage/shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "usage_update has used and size as non-null non-negative integers, and a cost, \
        if any, has amount and currency.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send used and size as integers from 0 on, and cost with amount and currency.",
    link: "/protocol/v1/prompt-turn#session-usage-updates",
    requirements: &["usage/shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":100,"size":null}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":2}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.variant() == Some("usage_update") && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
