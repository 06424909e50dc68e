//! A result has the shape that the method of its request defines.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, FALLBACK, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/result-shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A result has the shape that the method of its request defines.",
    why: "The caller cannot use the answer.",
    fix: "Send the result that the method of the request defines; an empty one is {} or \
        null.",
    link: "/protocol/v1/overview#error-handling",
    requirements: &["jsonrpc/result-schema"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":"ok"}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":null}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#,
    ],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.asked.is_some() && issue.class() != IssueClass::Unknown).then_some(FALLBACK)
}
