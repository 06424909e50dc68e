//! plan_update carries a plan of type items (planId, entries) or markdown (planId, content).

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "plan/shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "plan_update carries a plan of type items (planId, entries) or markdown \
        (planId, content).",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "plan: entries; plan_update: plan of type items or markdown with planId; \
        plan_removed: planId.",
    link: "/protocol/v1/agent-plan#plan-operations",
    requirements: &["plan/update-shape", "plan/removed-shape"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"file","planId":"p1","uri":"file:///w/plan.md"}}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_removed","id":"p1"}}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p1","entries":[]}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_removed","planId":"p1"}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let here = matches!(said.variant(), Some("plan" | "plan_update" | "plan_removed"));
    (here && issue.class() != IssueClass::Unknown).then_some(WHOLE)
}
