//! session/options names a session only if the agent supports load or resume.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "config-options/query-needs-load",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "session/options names a session only if the agent supports load or resume.",
    why: "The agent has no way to look at a stored session.",
    fix: "Ask without sessionId.",
    link: "/protocol/v1/draft/schema",
    requirements: &["config-options/query-session-needs-load-or-resume"],
    breaks: &[r#"
        @init {} {"sessionCapabilities":{"options":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/options","params":{"cwd":"/w","sessionId":"s5"}}"#],
    near_misses: &[r#"
        @init {} {"sessionCapabilities":{"options":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/options","params":{"cwd":"/w"}}
        a2c {"jsonrpc":"2.0","id":1,"result":{}}"#],
    when: &[When::Call("session/options")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.session().is_some()
        && cx.state.lacks(Side::Agent, "loadSession")
        && cx.state.lacks(Side::Agent, "sessionCapabilities.resume")
    {
        out.at(
            said,
            "/params/sessionId",
            "the agent can neither load nor resume sessions, so it cannot tell \
            their options",
        );
    }
}
