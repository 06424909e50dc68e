//! additionalDirectories is reported only by agents that advertise that capability.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-list/directories-not-offered",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "additionalDirectories is reported only by agents that advertise that \
        capability.",
    why: "The client cannot pass them back when it loads the session. (Described, not \
        demanded: a hint.)",
    fix: "Advertise the capability, or leave the field out.",
    link: "/protocol/v1/session-list#checking-support",
    requirements: &["session-list/additional-dirs-gated"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s5","cwd":"/w","additionalDirectories":["/lib"]}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[{"sessionId":"s5","cwd":"/w","additionalDirectories":["/lib"]}]}}"#],
    when: &[When::Answer("session/list")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for (i, info) in said.list("/result/sessions").iter().enumerate() {
        let some = info
            .get("additionalDirectories")
            .and_then(Value::as_array)
            .is_some_and(|d| !d.is_empty());
        if some && cx.state.lacks(Side::Agent, "sessionCapabilities.additionalDirectories") {
            out.at(
                said,
                format!("/result/sessions/{i}/additionalDirectories"),
                "the agent did not advertise sessionCapabilities.additionalDirectories",
            );
        }
    }
}
