//! Fields of older drafts are not sent any more.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::protocol::outdated;
use crate::core::rules::{Binds, Check, Context, KIND, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "extensibility/outdated-name",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Fields of older drafts are not sent any more.",
    why: "The name is of an older draft; readers of today ignore it.",
    fix: "Use the name of the current version.",
    link: "/protocol/v1/schema",
    requirements: &[],
    breaks: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","models":{}}}"#],
    near_misses: &[r#"
        @init {} {}
        @session"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let field = issue.field();
    let old = issue
        .trail
        .iter()
        .any(|d| outdated::field(d, &field).is_some() && issue.code == IssueCode::UnknownField);
    old.then_some(KIND + 1)
}
