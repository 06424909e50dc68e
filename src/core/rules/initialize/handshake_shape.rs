//! The initialize request has an integer protocolVersion and well-typed optional
//! clientCapabilities and clientInfo.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/handshake-shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The initialize request has an integer protocolVersion and well-typed optional \
        clientCapabilities and clientInfo.",
    why: "The two sides cannot agree on a version or on what they can do.",
    fix: "Send protocolVersion as the integer 1, and capabilities and infos as objects.",
    link: "/protocol/v1/initialization",
    requirements: &["initialize/request-shape", "initialize/response-shape"],
    breaks: &[
        r#"c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"1","clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}"#,
        r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"}}}"#,
        r#"c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"clientCapabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
    ],
    near_misses: &[r#"@init {} {}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.known.is_some_and(|m| m.name == "initialize") && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
