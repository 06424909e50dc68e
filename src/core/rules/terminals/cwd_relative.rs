//! The cwd of a terminal is absolute.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "terminals/cwd-relative",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The cwd of a terminal is absolute.",
    why: "The command runs in another folder than was meant.",
    fix: "Send the whole path, or leave cwd out.",
    link: "/protocol/v1/terminals#executing-commands",
    requirements: &["terminals/cwd-absolute"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls","cwd":"src"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls","cwd":"/w"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":190,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":190,"result":{}}"#],
    when: &[When::Call("terminal/create")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(why) = said.text("/params/cwd").and_then(text::relative) {
        out.at(said, "/params/cwd", format!("cwd must be an absolute path: {why}"));
    }
}
