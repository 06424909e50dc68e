//! Severities other than info, warning and error are used only with a leading underscore.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "notices/severity",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Severities other than info, warning and error are used only with a leading \
        underscore.",
    why: "Plain words are kept for later versions of the protocol.",
    fix: "Use info, warning or error, or a word of your own with a leading underscore.",
    link: "/protocol/v1/prompt-turn#session-notices",
    requirements: &["notices/severity-reserved"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"critical","title":"Note"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"_critical","title":"N"}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.variant() == Some("notice") && issue.code == IssueCode::UnknownValue).then_some(FIELD)
}
