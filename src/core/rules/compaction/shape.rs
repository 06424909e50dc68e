//! compaction_update has a non-null compactionId and status.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "compaction/shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "compaction_update has a non-null compactionId and status.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send compactionId and status with each update, compactionId and content with \
        each chunk.",
    link: "/protocol/v1/prompt-turn#session-compaction",
    requirements: &["compaction/update-shape", "compaction/chunk-shape"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1"}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_summary_chunk","compactionId":"k1"}}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let here = matches!(said.variant(), Some("compaction_update" | "compaction_summary_chunk"));
    (here && issue.class() != IssueClass::Unknown).then_some(WHOLE)
}
