//! Methods of older drafts are not used any more.

use crate::core::protocol::Stability;
use crate::core::protocol::outdated;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "extensibility/outdated-method",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Methods of older drafts are not used any more.",
    why: "Peers of today do not know it. It was right once, so it is a hint.",
    fix: "Use the method of the current version.",
    link: "/protocol/v1/schema",
    requirements: &[],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_model","params":{"sessionId":"s1","modelId":"m"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s1","modeId":"code"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(name) = said.method.filter(|_| said.known.is_none())
        && let Some(old) = outdated::method(name)
    {
        let instead = old.instead.map(|i| format!("; now it is {i}")).unwrap_or_default();
        out.at(
            said,
            "/method",
            format!("{name} is a method of an older draft ({}){instead}", old.was),
        );
    }
}
