//! The client names its implementation and version in clientInfo.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/no-client-info",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The client names its implementation and version in clientInfo.",
    why: "Logs, bug reports and workarounds need the name and the version.",
    fix: "Send clientInfo with name and version.",
    link: "/protocol/v1/initialization#implementation-information",
    requirements: &["initialize/client-info"],
    breaks: &[
        r#"c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}"#,
    ],
    near_misses: &[r#"@init {} {}"#],
    when: &[When::Call("initialize")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.dir == Dir::ClientToAgent && said.at("/params/clientInfo").is_null() {
        out.at(said, "/params", "no clientInfo: nobody can tell which client this is");
    }
}
