//! A mode state has currentModeId and availableModes with id and name each.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, PART, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "modes/state-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A mode state has currentModeId and availableModes with id and name each.",
    why: "Readers take malformed modes for none.",
    fix: "Send currentModeId and availableModes with id and name each.",
    link: "/protocol/v1/session-modes#initial-state",
    requirements: &["modes/state-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2","modes":{"availableModes":[]}}}"#],
    near_misses: &[r#"@prelude"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (issue.within("SessionModeState") && issue.class() != IssueClass::Unknown).then_some(PART)
}
