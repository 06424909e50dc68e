//! usage_update is not sent if no meaningful window size is known.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "usage/no-window",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "usage_update is not sent if no meaningful window size is known.",
    why: "Clients divide by it. (Described, not demanded: a hint.)",
    fix: "Send usage_update when the size is known.",
    link: "/rfds/session-usage",
    requirements: &["usage/omit-when-size-unknown"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":100,"size":0}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":10}}}"#],
    when: &[When::Update("usage_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.at("/params/update/size").as_u64() == Some(0) {
        out.at(
            said,
            "/params/update/size",
            "a window of 0 tokens; leave the update out if the size is not known",
        );
    }
}
