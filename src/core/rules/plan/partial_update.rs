//! Each plan update holds all entries with their current status.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "plan/partial-update",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Each plan update holds all entries with their current status.",
    why: "Clients replace the whole plan, so that the other entries vanish. (The plan \
        may really have shrunk, so a hint.)",
    fix: "Send all entries each time.",
    link: "/protocol/v1/agent-plan#updating-plans",
    requirements: &["plan/complete-list"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[{"content":"A","priority":"high","status":"pending"},{"content":"B","priority":"high","status":"pending"},{"content":"C","priority":"high","status":"pending"}]}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[{"content":"A","priority":"high","status":"completed"}]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[{"content":"A","priority":"high","status":"completed"}]}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[]}}}"#],
    when: &[When::Update("plan")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let entries = said.list("/params/update/entries");
    let [only] = entries else { return };
    let content = only.get("content").and_then(Value::as_str).unwrap_or_default();
    if session.plan.len() >= 3
        && session.plan.iter().any(|c| c == content)
        && session.replay.is_none()
    {
        out.at(
            said,
            "/params/update/entries",
            format!(
                "only one of {} entries is left; each update has to hold the whole plan",
                session.plan.len()
            ),
        );
    }
}
