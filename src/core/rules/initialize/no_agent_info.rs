//! The agent names its implementation and version in agentInfo.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/no-agent-info",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The agent names its implementation and version in agentInfo.",
    why: "Logs, bug reports and workarounds need the name and the version.",
    fix: "Send agentInfo with name and version.",
    link: "/protocol/v1/initialization#implementation-information",
    requirements: &["initialize/agent-info"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}}"#],
    near_misses: &[r#"@init {} {}"#],
    when: &[When::Answer("initialize")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.succeeds() && said.at("/result/agentInfo").is_null() {
        out.at(said, "/result", "no agentInfo: nobody can tell which agent this is");
    }
}
