//! The agent rejects a setup request whose additional directories are malformed, empty or
//! relative.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/directories-accepted",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The agent rejects a setup request whose additional directories are malformed, \
        empty or relative.",
    why: "The session runs with roots that nobody meant.",
    fix: "Refuse relative, empty and malformed directories with -32602.",
    link: "/rfds/additional-directories",
    requirements: &["session-setup/additional-dirs-validated"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"additionalDirectories":["../lib"]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"additionalDirectories":["../lib"]}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"relative path"}}"#],
    when: &[
        When::Answer("session/new"),
        When::Answer("session/load"),
        When::Answer("session/resume"),
        When::Answer("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let bad = asked
        .list("additionalDirectories")
        .iter()
        .any(|d| d.as_str().is_none_or(|d| text::relative(d).is_some()));
    if said.succeeds() && bad {
        out.at(
            said,
            "/result",
            format!(
                "the request of frame {} has malformed directories and should have \
            been refused",
                asked.frame
            ),
        )
        .related(asked.frame);
    }
}
