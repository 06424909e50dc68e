//! session/request_permission carries sessionId, a tool call update and options that each have
//! optionId, name and kind.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "permission/request-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/request_permission carries sessionId, a tool call update and options \
        that each have optionId, name and kind.",
    why: "The client cannot ask the user; the turn stalls.",
    fix: "Send sessionId, toolCall with toolCallId, and options with optionId, name and \
        kind.",
    link: "/protocol/v1/tool-calls#requesting-permission",
    requirements: &["permission/request-shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Tool"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "session/request_permission")
        && said.asked.is_none()
        && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE + 5)
}
