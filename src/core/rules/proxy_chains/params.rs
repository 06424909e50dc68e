//! Wrapped params are an object or an array.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "proxy-chains/params",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "Wrapped params are an object or an array.",
    why: "The successor would get an invalid message. The feature is a draft, so a \
        warning.",
    fix: "Wrap params as they are.",
    link: "/rfds/proxy-chains",
    requirements: &["proxy-chains/params-structured"],
    breaks: &[
        r#"a2c {"jsonrpc":"2.0","id":100,"method":"proxy/successor","params":{"method":"session/list","params":"x"}}"#,
    ],
    near_misses: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"proxy/initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"proxy/successor","params":{"method":"session/list"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}"#],
    when: &[When::Call("proxy/successor")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let inner = said.at("/params/params");
    if !(inner.is_null() || inner.is_object() || inner.is_array()) {
        out.at(said, "/params/params", "wrapped params are an object or an array");
    }
}
