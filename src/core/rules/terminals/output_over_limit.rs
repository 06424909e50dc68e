//! Retained output does not exceed outputByteLimit bytes, older output being dropped first.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "terminals/output-over-limit",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Retained output does not exceed outputByteLimit bytes, older output being \
        dropped first.",
    why: "The agent asked for less to keep its context small. (Described, not demanded: \
        a warning.)",
    fix: "Drop the oldest output first, at a character.",
    link: "/protocol/v1/terminals#executing-commands",
    requirements: &["terminals/output-within-limit"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls","outputByteLimit":4}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"output":"123456789","truncated":true}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls","outputByteLimit":4}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"output":"1234","truncated":true}}
        a2c {"jsonrpc":"2.0","id":190,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":190,"result":{}}"#],
    when: &[When::Answer("terminal/output")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(session), Some(asked)) = (cx.state.session_of(said), &said.asked) else { return };
    let limit =
        asked.text("terminalId").and_then(|id| session.terminals.get(id)).and_then(|t| t.limit);
    if let (Some(limit), Some(output)) = (limit, said.text("/result/output"))
        && output.len() as u64 > limit
    {
        out.at(
            said,
            "/result/output",
            format!("{} bytes of output, although the limit is {limit}", output.len()),
        );
    }
}
