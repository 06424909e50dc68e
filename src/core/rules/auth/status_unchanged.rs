//! auth/status_update is sent only when the reported status differs from the last one
//! reported.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "auth/status-unchanged",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "auth/status_update is sent only when the reported status differs from the \
        last one reported.",
    why: "The notification tells of changes.",
    fix: "Send it only when the state has changed.",
    link: "/rfds/get-auth-state",
    requirements: &["auth/status-update-on-change"],
    breaks: &[r#"
        @init {} {"auth":{"status":{}}}
        a2c {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"authenticated"}}
        a2c {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"authenticated"}}"#],
    near_misses: &[r#"
        @init {} {"auth":{"status":{}}}
        a2c {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"authenticated"}}
        a2c {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"unauthenticated"}}"#],
    when: &[When::Call("auth/status_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if cx.state.has(Side::Agent, "auth.status")
        && let Some((before, frame)) = &cx.state.auth.status
        && *before == crate::core::state::status_of(said.params())
    {
        out.at(said, "/params", format!("the same state was reported in frame {frame}"))
            .related(*frame);
    }
}
