//! session/list has only optional parameters, of which cwd is an absolute path and cursor a
//! string.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/filter-cwd-relative",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "session/list has only optional parameters, of which cwd is an absolute path \
        and cursor a string.",
    why: "The agent compares it with the paths of its sessions.",
    fix: "Send the whole path.",
    link: "/protocol/v1/session-list#listing-sessions",
    requirements: &["session-list/request-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cwd":"project"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cwd":"/w"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}"#],
    when: &[When::Call("session/list"), When::Call("session/options")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(why) = said.text("/params/cwd").and_then(text::relative) {
        out.at(said, "/params/cwd", format!("cwd must be an absolute path: {why}"));
    }
}
