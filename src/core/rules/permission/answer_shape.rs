//! The permission result has a nested outcome object, either cancelled or selected with an
//! optionId.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "permission/answer-shape",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The permission result has a nested outcome object, either cancelled or \
        selected with an optionId.",
    why: "The agent cannot read the answer and stalls, or takes it for a rejection.",
    fix: "Answer {\"outcome\":{\"outcome\":\"selected\",\"optionId\":…}} or \
        {\"outcome\":{\"outcome\":\"cancelled\"}}.",
    link: "/protocol/v1/tool-calls#requesting-permission",
    requirements: &["permission/response-shape"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":"selected","optionId":"yes"}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Tool"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"optionId":"yes"}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Tool"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/request_permission")
        && said.asked.is_some()
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
