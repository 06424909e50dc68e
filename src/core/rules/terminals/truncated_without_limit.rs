//! truncated tells whether output was dropped because of the limit.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "terminals/truncated-without-limit",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "truncated tells whether output was dropped because of the limit.",
    why: "The flag tells of the limit of the request. (A client may have a limit of its \
        own, so a hint.)",
    fix: "Set truncated only if the agent's limit was reached.",
    link: "/protocol/v1/terminals#getting-output",
    requirements: &["terminals/truncated-flag"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"output":"abc","truncated":true}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"output":"abc","truncated":false}}
        a2c {"jsonrpc":"2.0","id":190,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":190,"result":{}}"#],
    when: &[When::Answer("terminal/output")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(session), Some(asked)) = (cx.state.session_of(said), &said.asked) else { return };
    let terminal = asked.text("terminalId").and_then(|id| session.terminals.get(id));
    if said.at("/result/truncated") == &Value::Bool(true)
        && terminal.is_some_and(|t| t.limit.is_none())
    {
        out.at(said, "/result/truncated", "truncated, although the agent set no limit");
    }
}
