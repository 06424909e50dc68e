//! An idle state with stop reason error includes the error object.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "subagents/error-without-details",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "An idle state with stop reason error includes the error object.",
    why: "The user cannot see what went wrong.",
    fix: "Send error with code and message.",
    link: "/protocol/v1/subagents",
    requirements: &["subagents/error-details"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1","state":{"state":"idle","stopReason":"error"}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1","state":{"state":"idle","stopReason":"error","error":{"code":-1,"message":"x"}}}}}"#],
    when: &[When::Update("subagent_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.text("/params/update/state/stopReason") == Some("error")
        && !said.at("/params/update/state/error").is_object()
    {
        out.at(said, "/params/update/state", "stopped with error, but without the error");
    }
}
