//! Entries have content, a priority of high, medium or low, and a status of pending,
//! in_progress or completed.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, PART, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "plan/entry-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Entries have content, a priority of high, medium or low, and a status of \
        pending, in_progress or completed.",
    why: "Readers drop the entry, so that it vanishes from the plan.",
    fix: "Give each entry content, a priority (high, medium, low) and a status \
        (pending, in_progress, completed).",
    link: "/protocol/v1/agent-plan#plan-entries",
    requirements: &["plan/entry-shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[{"content":"A","status":"done","priority":"high"}]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[{"content":"A","status":"completed","priority":"high"}]}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (issue.within("PlanEntry") && issue.class() != IssueClass::Unknown).then_some(PART)
}
