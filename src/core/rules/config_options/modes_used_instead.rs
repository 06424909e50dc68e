//! A client that gets configOptions uses them exclusively and ignores modes.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "config-options/modes-used-instead",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A client that gets configOptions uses them exclusively and ignores modes.",
    why: "Modes are the older way and will go. (A client that does not know config \
        options has to use them, which cannot be seen: a hint.)",
    fix: "Use session/set_config_option.",
    link: "/protocol/v1/session-config-options#relationship-to-session-modes",
    requirements: &["config-options/preferred-over-modes"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s1","modeId":"code"}}"#],
    near_misses: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s1","modeId":"code"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Call("session/set_mode")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if cx.state.session_of(said).and_then(|s| s.mode_option()).is_some() {
        out.at(
            said,
            "/method",
            "the session has a config option for the mode; clients that know \
            config options should use it and ignore modes",
        );
    }
}
