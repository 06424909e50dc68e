//! session/cancel is not sent for a child unless its current capabilities contain cancel.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session::Origin;
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "subagents/cancel-not-allowed",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/cancel is not sent for a child unless its current capabilities \
        contain cancel.",
    why: "The agent cannot stop it alone. (The capability may have been withdrawn \
        meanwhile; described, not demanded: a warning.)",
    fix: "Cancel the parent, or wait for capabilities.cancel.",
    link: "/protocol/v1/subagents",
    requirements: &["subagents/child-cancel-gated"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"ch1"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1","capabilities":{"cancel":{}}}}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"ch1"}}"#],
    when: &[When::Call("session/cancel")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(session) = cx.state.session_of(said)
        && session.origin == Origin::Child
        && !session.child_capabilities.get("cancel").is_some_and(Value::is_object)
    {
        let since = session.since;
        out.at(said, "/params/sessionId", "this child session does not advertise cancel")
            .related(since);
    }
}
