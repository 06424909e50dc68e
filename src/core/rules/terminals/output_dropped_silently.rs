//! truncated tells that output was dropped.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "terminals/output-dropped-silently",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "truncated is true once output was dropped because of the limit.",
    why: "The agent takes what is left for all there is. (Inferred from what was told before, so a warning.)",
    fix: "Set truncated to true from the first byte on that is dropped.",
    link: "/protocol/v1/terminals#getting-output",
    requirements: &["terminals/truncated-flag"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls","outputByteLimit":48}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"output":"the first line of it\nthe second line of it\n","truncated":false}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":102,"result":{"output":"the second line of it\nthe third line of it\n","truncated":false}}"#],
    near_misses: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls","outputByteLimit":48}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"output":"the first line of it\nthe second line of it\n","truncated":false}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":102,"result":{"output":"the second line of it\nthe third line of it\n","truncated":true}}
        a2c {"jsonrpc":"2.0","id":190,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":190,"result":{}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls","outputByteLimit":480}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"output":"building, 40 percent done","truncated":false}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":102,"result":{"output":"building, 100 percent done","truncated":false}}
        a2c {"jsonrpc":"2.0","id":190,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":190,"result":{}}"#,
    ],
    when: &[When::Answer("terminal/output")],
    check: Check::Said(check),
};

/// So many bytes at the start of the output must be found further on in the earlier one: less is chance. Output
/// that a terminal has drawn over differs, too, but is not moved.
const SAME: usize = 20;

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(session), Some(asked)) = (cx.state.session_of(said), &said.asked) else { return };
    let terminal = asked.text("terminalId").and_then(|id| session.terminals.get(id));
    let Some(terminal) = terminal.filter(|t| t.limit.is_some()) else { return };
    let (Some(before), Some(now)) = (&terminal.output, said.text("/result/output")) else { return };
    if said.at("/result/truncated") != &Value::Bool(false) || now.starts_with(before.as_str()) {
        return;
    }
    let moved = before.char_indices().skip(1).any(|(at, _)| {
        let rest = &before[at..];
        rest.len() >= SAME && now.starts_with(rest)
    });
    if moved {
        out.at(
            said,
            "/result/truncated",
            "the beginning of the output told before is gone, so truncated must be true",
        );
    }
}
