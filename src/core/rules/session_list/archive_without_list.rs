//! An agent that advertises archive also advertises list.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-list/archive-without-list",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "An agent that advertises archive also advertises list.",
    why: "What is archived could never be found again.",
    fix: "Advertise list too.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-list/archive-requires-list"],
    breaks: &[r#"@init {} {"sessionCapabilities":{"archive":{}}}"#],
    near_misses: &[r#"@init {} {"sessionCapabilities":{"archive":{},"list":{}}}"#],
    when: &[When::Answer("initialize")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let caps = said.at("/result/agentCapabilities/sessionCapabilities");
    if caps.get("archive").is_some_and(Value::is_object)
        && !caps.get("list").is_some_and(Value::is_object)
    {
        out.at(
            said,
            "/result/agentCapabilities/sessionCapabilities/archive",
            "archive is advertised without list",
        );
    }
}
