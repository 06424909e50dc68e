//! Methods outside of the specification start with an underscore.

use crate::core::protocol::Protocol;
use crate::core::protocol::Stability;
use crate::core::protocol::outdated;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "extensibility/method-name",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Methods outside of the specification start with an underscore.",
    why: "A later version of the protocol may use the name for something else. (A name \
        in a namespace of the protocol may be newer than this checker: then a \
        warning.)",
    fix: "Begin names of your own with an underscore.",
    link: "/protocol/v1/extensibility#extension-methods",
    requirements: &["extensibility/method-underscore"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"workspace/buffers","params":{}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"_workspace/buffers","params":{}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(name) = said.method else { return };
    if said.known.is_some()
        || name.starts_with('_')
        || name.starts_with("$/")
        || name.starts_with("rpc.")
    {
        return;
    }
    if outdated::method(name).is_some() {
        return;
    }
    let message = match Protocol::v1().near_method(name) {
        Some(near) => format!("there is no method {}; did you mean {near}?", text::quoted(name)),
        None => format!(
            "there is no method {}; a method of one's own begins with an underscore",
            text::quoted(name)
        ),
    };
    let finding = out.at(said, "/method", message);
    let space = name.split('/').next().unwrap_or_default();
    let ours = Protocol::v1().methods().any(|m| m.name.split('/').next() == Some(space));
    // In a namespace of the protocol it may be newer than this checker.
    if ours && name.contains('/') {
        finding.severity(Severity::Warning);
    }
}
