//! A released terminal id is not used with other terminal methods.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "terminals/used-after-release",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A released terminal id is not used with other terminal methods.",
    why: "The id is no longer valid. (Described, not demanded: a warning.)",
    fix: "Read the output before the release.",
    link: "/protocol/v1/terminals#releasing-terminals",
    requirements: &["terminals/no-use-after-release"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"output":"","truncated":false}}
        a2c {"jsonrpc":"2.0","id":190,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":190,"result":{}}"#],
    when: &[
        When::Call("terminal/output"),
        When::Call("terminal/wait_for_exit"),
        When::Call("terminal/kill"),
        When::Call("terminal/release"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    let terminal = said.text("/params/terminalId").and_then(|id| session.terminals.get(id));
    if let Some(frame) = terminal.and_then(|t| t.released) {
        out.at(said, "/params/terminalId", format!("the terminal was released in frame {frame}"))
            .related(frame);
    }
}
