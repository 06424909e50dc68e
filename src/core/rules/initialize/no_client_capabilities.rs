//! The client states its capabilities in the initialize request.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/no-client-capabilities",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The client states its capabilities in the initialize request.",
    why: "The other side then uses no feature at all. (One page words it as a MUST; the \
        schema has a default.)",
    fix: "Send clientCapabilities, as {} if there are none.",
    link: "/protocol/v1/initialization#client-capabilities",
    requirements: &["initialize/client-capabilities-stated"],
    breaks: &[
        r#"c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"client","version":"1.0.0"}}}"#,
    ],
    near_misses: &[r#"@init {} {}"#],
    when: &[When::Call("initialize")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.dir == Dir::ClientToAgent && said.at("/params/clientCapabilities").is_null() {
        out.at(said, "/params", "no clientCapabilities: readers take that for nothing supported");
    }
}
