//! terminal/create carries sessionId and command; args, env, cwd and outputByteLimit are
//! optional.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "terminals/shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "terminal/create carries sessionId and command; args, env, cwd and \
        outputByteLimit are optional.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "create: sessionId and command, env as a list of name and value, answered with \
        terminalId; output is answered with output and truncated.",
    link: "/protocol/v1/terminals#executing-commands",
    requirements: &[
        "terminals/create-shape",
        "terminals/create-result-shape",
        "terminals/other-shapes",
    ],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls","env":{"A":"1"}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"id":"x1"}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"output":"x"}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls","env":[{"name":"A","value":"1"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"output":"","truncated":false}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x"}}
        c2a {"jsonrpc":"2.0","id":102,"result":{}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let here = said.known.is_some_and(|m| m.name.starts_with("terminal/"));
    (here && issue.class() != IssueClass::Unknown).then_some(WHOLE)
}
