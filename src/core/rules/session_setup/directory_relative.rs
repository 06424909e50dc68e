//! Each additional directory is a non-empty absolute path.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/directory-relative",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Each additional directory is a non-empty absolute path.",
    why: "The agent cannot know to what they are relative.",
    fix: "Send whole paths.",
    link: "/protocol/v1/session-setup#additional-workspace-roots",
    requirements: &["session-setup/additional-dirs-absolute"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"additionalDirectories":["../lib"]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"additionalDirectories":["/lib"]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    when: &[
        When::Call("session/new"),
        When::Call("session/load"),
        When::Call("session/resume"),
        When::Call("session/fork"),
    ],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for (i, dir) in said.list("/params/additionalDirectories").iter().enumerate() {
        if let Some(why) = dir.as_str().and_then(text::relative) {
            out.at(
                said,
                format!("/params/additionalDirectories/{i}"),
                format!("additional directories must be absolute paths: {why}"),
            );
        }
    }
}
