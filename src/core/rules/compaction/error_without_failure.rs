//! A non-null error comes only with status failed.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "compaction/error-without-failure",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A non-null error comes only with status failed.",
    why: "Clients show an error only for a failed compaction. (Described, not demanded: \
        a warning.)",
    fix: "Send error with failed only.",
    link: "/protocol/v1/prompt-turn#session-compaction",
    requirements: &["compaction/error-only-when-failed"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed","error":"x"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"failed","error":"x"}}}"#],
    when: &[When::Update("compaction_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let status = said.text("/params/update/status").unwrap_or_default();
    if !said.at("/params/update/error").is_null()
        && matches!(status, "in_progress" | "completed" | "cancelled")
    {
        out.at(
            said,
            "/params/update/error",
            format!("an error with the status {status}; it belongs to failed"),
        );
    }
}
