//! An agent that supports the proposed version answers with the same one, otherwise with the
//! newest that it supports.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "initialize/version-not-echoed",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "An agent that supports the proposed version answers with the same one, \
        otherwise with the newest that it supports.",
    why: "An agent that supports the proposed version has to answer with it. Whether it \
        does cannot be seen here, so this is a hint.",
    fix: "Answer with the proposed version if you support it.",
    link: "/protocol/v1/initialization#version-negotiation",
    requirements: &["initialize/echo-supported-version"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":0,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"}}}"#],
    near_misses: &[r#"@init {} {}"#],
    when: &[When::Answer("initialize")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let (Some(wanted), Some(chosen)) = (
        asked.params.get("protocolVersion").and_then(Value::as_u64),
        said.at("/result/protocolVersion").as_u64(),
    ) else {
        return;
    };
    if wanted != chosen {
        let message = format!(
            "the client proposed version {wanted}, the agent answers {chosen}; \
            right only if the agent does not support {wanted}"
        );
        out.at(said, "/result/protocolVersion", message).related(asked.frame);
    }
}
