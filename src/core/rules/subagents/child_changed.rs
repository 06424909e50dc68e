//! The client sends no other mutating request for a child (prompt, set_mode,
//! set_config_option, close and so on).

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::session::Origin;

pub(crate) static RULE: Rule = Rule {
    id: "subagents/child-changed",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The client sends no other mutating request for a child (prompt, set_mode, \
        set_config_option, close and so on).",
    why: "Version 1 gives clients no say in a child but cancel. (Described, not \
        demanded: a warning.)",
    fix: "Talk to the parent session.",
    link: "/protocol/v1/subagents",
    requirements: &["subagents/child-mutation-forbidden"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1","capabilities":{"cancel":{}}}}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"ch1","prompt":[{"type":"text","text":"hi"}]}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.dir == Dir::ClientToAgent
        && let Some(method) = said.method
        && matches!(
            method,
            "session/prompt"
                | "session/set_mode"
                | "session/set_config_option"
                | "session/close"
                | "session/delete"
                | "session/set_title"
                | "session/archive"
                | "session/unarchive"
        )
        && let Some(session) = cx.state.session_of(said)
        && session.origin == Origin::Child
    {
        let since = session.since;
        out.at(
            said,
            "/params/sessionId",
            format!("{method} for a child session; the agent alone drives it"),
        )
        .related(since);
    }
}
