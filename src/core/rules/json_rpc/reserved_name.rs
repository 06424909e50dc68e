//! Method names beginning with rpc. are not used, being reserved by JSON-RPC.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/reserved-name",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Method names beginning with rpc. are not used, being reserved by JSON-RPC.",
    why: "The prefix belongs to extensions of JSON-RPC.",
    fix: "Name your own methods with a leading underscore.",
    link: "https://www.jsonrpc.org/specification#request_object",
    requirements: &["jsonrpc/reserved-rpc-prefix"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"rpc.discover","params":{}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"_rpc.discover","params":{}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(method) = said.method.filter(|m| m.starts_with("rpc.")) {
        out.at(
            said,
            "/method",
            format!("{method:?} begins with rpc., which JSON-RPC keeps for itself"),
        );
    }
}
