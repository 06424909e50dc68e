//! The optional path of a markdown plan is absolute.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "plan/path-relative",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The optional path of a markdown plan is absolute.",
    why: "The editor cannot open the file.",
    fix: "Send the whole path.",
    link: "/protocol/v1/agent-plan#plan-operations",
    requirements: &["plan/markdown-path-absolute"],
    breaks: &[r##"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"markdown","planId":"p1","content":"# P","path":"plan.md"}}}}"##],
    near_misses: &[r##"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"markdown","planId":"p1","content":"# P","path":"/w/plan.md"}}}}"##],
    when: &[When::Update("plan_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(why) = said.text("/params/update/plan/path").and_then(text::relative) {
        out.at(
            said,
            "/params/update/plan/path",
            format!("the path of a plan must be absolute: {why}"),
        );
    }
}
