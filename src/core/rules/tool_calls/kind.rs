//! A tool kind is one of the listed categories.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/kind",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A tool kind is one of the listed categories.",
    why: "Readers show it as other. (Described, not demanded: a warning.)",
    fix: "Use read, edit, delete, move, search, execute, think, fetch, switch_mode or \
        other.",
    link: "/protocol/v1/tool-calls#creating",
    requirements: &["tool-calls/kind-enum"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","kind":"shell"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","kind":"execute","status":"completed"}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    issue.within("ToolKind").then_some(FIELD)
}
