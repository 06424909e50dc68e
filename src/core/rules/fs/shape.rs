//! A read carries sessionId and path, with optional line and limit as non-negative integers,
//! and its result has the text in content.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "fs/shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A read carries sessionId and path, with optional line and limit as \
        non-negative integers, and its result has the text in content.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "read: sessionId, path, answered with content; write: sessionId, path, \
        content, answered with {} or null.",
    link: "/protocol/v1/file-system#reading-files",
    requirements: &["fs/read-shape", "fs/write-shape"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a.txt"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"text":"x"}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/w/a.txt"}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"content":""}}
        a2c {"jsonrpc":"2.0","id":101,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/w/a","content":""}}
        c2a {"jsonrpc":"2.0","id":101,"result":null}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let here = said.known.is_some_and(|m| m.name.starts_with("fs/"));
    (here && issue.class() != IssueClass::Unknown).then_some(WHOLE)
}
