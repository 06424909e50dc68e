//! Extensions and their methods are advertised in _meta of the capability objects.

use crate::core::message::Kind;
use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "extensibility/not-advertised",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Extensions and their methods are advertised in _meta of the capability \
        objects.",
    why: "The other side may not know the method and answers with an error. (A \
        convention, so a hint.)",
    fix: "Advertise extensions in _meta of the capabilities.",
    link: "/protocol/v1/extensibility#advertising-custom-capabilities",
    requirements: &["extensibility/capabilities-advertised"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"_acme/x","params":{}}"#],
    near_misses: &[r#"
        @init {} {"_meta":{"acme":true}}
        c2a {"jsonrpc":"2.0","id":2,"method":"_acme/x","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(name) = said.method.filter(|m| m.starts_with('_') && said.kind == Kind::Request)
    else {
        return;
    };
    let receiver = if said.side() == Side::Client { Side::Agent } else { Side::Client };
    if let Some(all) = cx.state.capabilities(receiver)
        && !all.to_string().contains("\"_meta\"")
    {
        out.at(
            said,
            "/method",
            format!(
                "{name} is used, but the receiver advertises no extensions in _meta of \
            its capabilities"
            ),
        );
    }
}
