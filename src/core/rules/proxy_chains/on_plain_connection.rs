//! Ordinary clients and agents exchange no proxy methods.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "proxy-chains/on-plain-connection",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "Ordinary clients and agents exchange no proxy methods.",
    why: "An ordinary peer does not know it. (This may be the connection of a proxy, so \
        a hint.)",
    fix: "Use the plain methods.",
    link: "/rfds/proxy-chains",
    requirements: &["proxy-chains/not-between-client-and-agent"],
    breaks: &[
        r#"c2a {"jsonrpc":"2.0","id":0,"method":"proxy/initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}"#,
    ],
    near_misses: &[r#"@prelude"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(name) = said.method.filter(|m| m.starts_with("proxy/")) {
        out.at(
            said,
            "/method",
            format!(
                "{name} belongs between a conductor and its proxies; clients and \
            agents do not use it"
            ),
        );
    }
}
