//! Capability members have their defined type: some are booleans and the newer ones are
//! objects, where an empty object means support.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, PART, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/capability-shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Capability members have their defined type: some are booleans and the newer \
        ones are objects, where an empty object means support.",
    why: "A value of the wrong type counts as not advertised, so that the feature stays \
        off.",
    fix: "Booleans are true or false; the newer capabilities are objects, and {} means \
        yes.",
    link: "/protocol/v1/initialization#capabilities",
    requirements: &["initialize/capability-value-shape"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"sessionCapabilities":{"list":true}},"agentInfo":{"name":"agent","version":"1.0.0"}}}"#],
    near_misses: &[r#"@init {"terminal":true} {"sessionCapabilities":{"list":{}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let inside = ["ClientCapabilities", "AgentCapabilities"].iter().any(|d| issue.within(d));
    (inside && issue.class() != IssueClass::Unknown).then_some(PART)
}
