//! Parameters of ACP methods are passed by name in an object.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/params-by-position",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Parameters of ACP methods are passed by name in an object.",
    why: "No ACP method defines an order of parameters. (Nowhere said with a keyword, \
        so a warning.)",
    fix: "Send an object with the names of the parameters.",
    link: "/protocol/v1/overview#communication-model",
    requirements: &["jsonrpc/params-by-name"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":["s1",[{"type":"text","text":"hi"}]]}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"_x/y","params":[1,2]}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.params().is_array() && said.known.is_some() {
        out.at(
            said,
            "/params",
            "the parameters are given by position; ACP methods name them in an \
            object",
        );
    }
}
