//! Statuses outside in_progress, completed, failed and cancelled have a leading underscore.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "compaction/status",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Statuses outside in_progress, completed, failed and cancelled have a leading \
        underscore.",
    why: "Plain words are kept for later versions of the protocol.",
    fix: "Use in_progress, completed, failed or cancelled, or a word of your own with a \
        leading underscore.",
    link: "/protocol/v1/prompt-turn#session-compaction",
    requirements: &["compaction/status-reserved"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"paused"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"_paused"}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.variant() == Some("compaction_update") && issue.code == IssueCode::UnknownValue)
        .then_some(FIELD)
}
