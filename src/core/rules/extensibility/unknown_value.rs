//! Values of one's own in an open set begin with an underscore.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, FALLBACK, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "extensibility/unknown-value",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Values of one's own in an open set begin with an underscore.",
    why: "Plain words are kept for later versions of the protocol. It may also be newer \
        than this checker, so it is a hint.",
    fix: "Begin words of your own with an underscore.",
    link: "/protocol/v1/extensibility",
    requirements: &[],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"prepend","content":[{"type":"text","text":"x"}]}}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"x"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"systemPrompt":{"mode":"_prepend","content":[{"type":"text","text":"x"}]}}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"x"}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (issue.class() == IssueClass::Unknown).then_some(FALLBACK)
}
