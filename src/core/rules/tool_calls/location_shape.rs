//! Locations have a path and optionally a non-negative integer line.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, PART, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/location-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Locations have a path and optionally a non-negative integer line.",
    why: "Readers drop the item, so that the editor cannot follow.",
    fix: "Send locations as {\"path\":…,\"line\":…}.",
    link: "/protocol/v1/tool-calls#following-the-agent",
    requirements: &["tool-calls/location-shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Edit","locations":["/w/a.rs"]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"completed","locations":[{"path":"/w/a.rs","line":3}]}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let here = issue.within("ToolCallLocation") || issue.pointer.ends_with("/locations");
    (here && issue.class() != IssueClass::Unknown).then_some(PART)
}
