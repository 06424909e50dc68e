//! session_info_update carries no sessionId, cwd or additionalDirectories.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/info-update-fields",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session_info_update carries no sessionId, cwd or additionalDirectories.",
    why: "The session is named outside of the update and its directories do not change. \
        (Described, not demanded: a warning.)",
    fix: "Send only title and updatedAt.",
    link: "/protocol/v1/session-list#updating-session-metadata",
    requirements: &["session-list/info-update-fields"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","title":"T","cwd":"/w"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","title":"T"}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let own = matches!(issue.field().as_str(), "sessionId" | "cwd" | "additionalDirectories");
    (said.variant() == Some("session_info_update") && issue.code == IssueCode::UnknownField && own)
        .then_some(FIELD)
}
