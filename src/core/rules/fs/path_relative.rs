//! The path of a file request is absolute.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "fs/path-relative",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The path of a file request is absolute.",
    why: "The client cannot know to what it is relative. (All paths of the protocol \
        have to be absolute.)",
    fix: "Send the whole path; no file: URI.",
    link: "/protocol/v1/file-system",
    requirements: &["fs/path-absolute", "session-setup/absolute-paths-everywhere"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"a.txt"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a.txt"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"content":""}}"#],
    when: &[When::Call("fs/read_text_file"), When::Call("fs/write_text_file")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.dir == Dir::AgentToClient
        && let Some(why) = said.text("/params/path").and_then(text::relative)
    {
        out.at(said, "/params/path", format!("path must be an absolute path: {why}"));
    }
}
