//! A tool call status is pending, in_progress, completed or failed.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/status",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A tool call status is pending, in_progress, completed or failed.",
    why: "Readers take it for pending, or for unchanged: the call never ends.",
    fix: "Use pending, in_progress, completed or failed; a cancelled call has failed, \
        or stays as it is.",
    link: "/protocol/v1/tool-calls#status",
    requirements: &["tool-calls/status-enum"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"cancelled"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"failed"}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    issue.within("ToolCallStatus").then_some(FIELD)
}
