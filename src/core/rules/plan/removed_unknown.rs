//! Only plans that were sent before are removed.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "plan/removed-unknown",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Only plans that were sent before are removed.",
    why: "Clients ignore it. (Described, not demanded: a hint.)",
    fix: "Remove only plans that are there.",
    link: "/protocol/v1/agent-plan#plan-operations",
    requirements: &["plan/removed-known"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_removed","planId":"p9"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p1","entries":[]}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_removed","planId":"p1"}}}"#],
    when: &[When::Update("plan_removed")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    if let Some(id) = said.text("/params/update/planId")
        && session.plans.get(id) != Some(&true)
        && session.is_complete()
        && !cx.state.lacks(Side::Client, "plan")
    {
        out.at(said, "/params/update/planId", format!("there is no plan {}", text::quoted(id)));
    }
}
