//! The start line counts from 1.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "fs/line-zero",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The start line counts from 1.",
    why: "The client begins at the wrong line or refuses. (Described, not demanded: a \
        warning.)",
    fix: "Add one to lines that count from 0.",
    link: "/protocol/v1/file-system#reading-files",
    requirements: &["fs/line-one-based"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a.txt","line":0}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a.txt","line":1}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"content":""}}"#],
    when: &[When::Call("fs/read_text_file")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.at("/params/line").as_u64() == Some(0) {
        out.at(said, "/params/line", "lines count from 1");
    }
}
