//! Custom capabilities stand in _meta and not at the root of a capability object.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueCode;
use crate::core::protocol::outdated;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/custom-capability",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Custom capabilities stand in _meta and not at the root of a capability object.",
    why: "Capabilities of one's own belong into _meta; at the root they may clash with \
        a later version. It may also be newer than this checker, so it is a hint.",
    fix: "Move it into _meta of the capability object.",
    link: "/protocol/v1/extensibility",
    requirements: &["extensibility/custom-capability-location"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"acmeTurbo":true},"agentInfo":{"name":"agent","version":"1.0.0"}}}"#],
    near_misses: &[r#"@init {} {"_meta":{"acmeTurbo":true}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let inside = ["ClientCapabilities", "AgentCapabilities"].iter().any(|d| issue.within(d));
    let old = issue.trail.last().is_some_and(|d| outdated::field(d, &issue.field()).is_some());
    (inside && !old && issue.code == IssueCode::UnknownField).then_some(FIELD)
}
