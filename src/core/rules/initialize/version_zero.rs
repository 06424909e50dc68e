//! Version 0 was a pre-release and is not negotiated any more.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/version-zero",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Version 0 was a pre-release and is not negotiated any more.",
    why: "No current implementation speaks it.",
    fix: "Propose or choose version 1.",
    link: "/protocol/v1/initialization#protocol-version",
    requirements: &["initialize/no-version-zero"],
    breaks: &[
        r#"c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":0,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}"#,
    ],
    near_misses: &[r#"@init {} {}"#],
    when: &[When::Call("initialize"), When::Answer("initialize")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for pointer in ["/params/protocolVersion", "/result/protocolVersion"] {
        if said.at(pointer).as_u64() == Some(0) {
            out.at(said, pointer, "version 0 was a pre-release and is not negotiated any more");
        }
    }
}
