//! A non-empty summary comes only with status completed.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "compaction/summary-too-early",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A non-empty summary comes only with status completed.",
    why: "Only a completed compaction has a summary that is kept. (Described, not \
        demanded: a warning.)",
    fix: "Send the summary with completed, or as chunks before.",
    link: "/protocol/v1/prompt-turn#session-compaction",
    requirements: &["compaction/summary-only-when-completed"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"failed","summary":[{"type":"text","text":"x"}]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed","summary":[{"type":"text","text":"x"}]}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k2","status":"failed","summary":null}}}"#],
    when: &[When::Update("compaction_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let status = said.text("/params/update/status").unwrap_or_default();
    let some = said.at("/params/update/summary").as_array().is_some_and(|s| !s.is_empty());
    if some && matches!(status, "in_progress" | "failed" | "cancelled") {
        out.at(
            said,
            "/params/update/summary",
            format!("a summary with the status {status}; it belongs to completed"),
        );
    }
}
