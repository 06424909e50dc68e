//! subagent_update is sent on the immediate parent session, which is not the child itself.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "subagents/own-parent",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "subagent_update is sent on the immediate parent session, which is not the \
        child itself.",
    why: "The outer sessionId is the parent that the child belongs to. (Described, not \
        demanded: a warning.)",
    fix: "Send it on the parent session.",
    link: "/protocol/v1/subagents",
    requirements: &["subagents/sent-on-parent"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"s1"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}"#],
    when: &[When::Update("subagent_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let (Some(outer), Some(child)) = (said.session(), said.text("/params/update/sessionId"))
        && outer == child
    {
        out.at(
            said,
            "/params/update/sessionId",
            format!("the session {} is announced as its own child", text::quoted(child)),
        );
    }
}
