//! When present, params is an object or an array, never null or a scalar.

use crate::core::message::Remark;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/params-type",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "When present, params is an object or an array, never null or a scalar.",
    why: "Decoders expect named parameters and refuse the message.",
    fix: "Send an object, or leave params out where the method has none.",
    link: "https://www.jsonrpc.org/specification#parameter_structures",
    requirements: &["jsonrpc/params-structured"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":"all"}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list"}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.remarks().any(|r| *r == Remark::ParamsType) {
        let null = said.params().is_null();
        let found = if null { "null; leave the key out instead" } else { "another type" };
        let finding = out.at(said, "/params", format!("params must be an object, found {found}"));
        if null && said.call.is_some_and(|c| c.null_params) {
            finding.severity(Severity::Info);
        }
    }
}
