//! auth/status is never refused with the authentication-required error.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "auth/status-refused",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "auth/status is never refused with the authentication-required error.",
    why: "The client asks exactly because it does not know.",
    fix: "Answer with the state.",
    link: "/rfds/get-auth-state",
    requirements: &["auth/status-never-auth-required"],
    breaks: &[r#"
        @init {} {"auth":{"status":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"auth/status","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Authentication required"}}"#],
    near_misses: &[r#"
        @init {} {"auth":{"status":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"auth/status","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"state":"unauthenticated"}}"#],
    when: &[When::Answer("auth/status")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.code() == Some(-32000) && cx.state.has(Side::Agent, "auth.status") {
        out.at(
            said,
            "/error/code",
            "auth/status asks whether a login is needed, so it cannot need one",
        );
    }
}
