//! The cwd of a session setup request is an absolute path.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/cwd-relative",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The cwd of a session setup request is an absolute path.",
    why: "The agent runs in a folder of its own; a relative path means another one \
        there.",
    fix: "Send the whole path.",
    link: "/protocol/v1/session-setup#working-directory",
    requirements: &["session-setup/cwd-absolute"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"project","mcpServers":[]}}"#],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"C:\\w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"\\\\server\\share","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#,
    ],
    when: &[
        When::Call("session/new"),
        When::Call("session/load"),
        When::Call("session/resume"),
        When::Call("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(cwd) = said.text("/params/cwd")
        && let Some(why) = text::relative(cwd)
    {
        out.at(said, "/params/cwd", format!("cwd must be an absolute path: {why}"));
    }
}
