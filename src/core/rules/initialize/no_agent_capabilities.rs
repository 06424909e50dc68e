//! The agent states its capabilities in the initialize result.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/no-agent-capabilities",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The agent states its capabilities in the initialize result.",
    why: "The other side then uses no feature at all. (One page words it as a MUST; the \
        schema has a default.)",
    fix: "Send agentCapabilities, as {} if there are none.",
    link: "/protocol/v1/initialization#agent-capabilities",
    requirements: &["initialize/agent-capabilities-stated"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0.0"}}}"#],
    near_misses: &[r#"@init {} {}"#],
    when: &[When::Answer("initialize")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.succeeds() && said.at("/result/agentCapabilities").is_null() {
        out.at(said, "/result", "no agentCapabilities: readers take that for nothing supported");
    }
}
