//! The list has no duplicate entries and does not repeat cwd.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    id: "session-setup/directory-twice",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The list has no duplicate entries and does not repeat cwd.",
    why: "It says nothing new and may be indexed twice.",
    fix: "List each directory once, and not cwd.",
    link: "/rfds/additional-directories",
    requirements: &["session-setup/additional-dirs-no-duplicates"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"additionalDirectories":["/lib","/lib"]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/w","mcpServers":[],"additionalDirectories":["/lib","/w/lib"]}}
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
    let mut seen = HashSet::new();
    seen.extend(said.text("/params/cwd"));
    for (i, dir) in said.list("/params/additionalDirectories").iter().enumerate() {
        if let Some(dir) = dir.as_str()
            && !seen.insert(dir)
        {
            out.at(
                said,
                format!("/params/additionalDirectories/{i}"),
                format!("{} is there already", text::quoted(dir)),
            );
        }
    }
}
