//! A batch array is never empty.

use crate::core::message::Kind;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/empty-batch",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A batch array is never empty.",
    why: "JSON-RPC calls it an invalid request.",
    fix: "Send nothing instead.",
    link: "https://www.jsonrpc.org/specification#batch",
    requirements: &["jsonrpc/batch-not-empty"],
    breaks: &[r#"
        @prelude
        c2a []"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"_x/y","params":{"list":[]}}"#],
    when: &[When::Line],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.kind == Kind::Batch && said.reading.batch.is_empty() {
        out.at(said, "", "an empty array is no message and no batch");
    }
}
