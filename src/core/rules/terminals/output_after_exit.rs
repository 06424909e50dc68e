//! wait_for_exit is answered once the command has exited.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "terminals/output-after-exit",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "wait_for_exit is answered once the command has exited.",
    why: "wait_for_exit seems to have come back too early. (Output may trickle in late, \
        so a hint.)",
    fix: "Answer wait_for_exit when the command has ended and its output is read.",
    link: "/protocol/v1/terminals#waiting-for-exit",
    requirements: &["terminals/wait-returns-after-exit"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/wait_for_exit","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"exitCode":null}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":102,"result":{"output":"a","truncated":false}}
        a2c {"jsonrpc":"2.0","id":103,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":103,"result":{"output":"ab","truncated":false}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/wait_for_exit","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"exitCode":0}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":102,"result":{"output":"a","truncated":false,"exitStatus":{"exitCode":0}}}
        a2c {"jsonrpc":"2.0","id":190,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":190,"result":{}}"#],
    when: &[When::Answer("terminal/output")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(session), Some(asked)) = (cx.state.session_of(said), &said.asked) else { return };
    let Some(terminal) = asked.text("terminalId").and_then(|id| session.terminals.get(id)) else {
        return;
    };

    if let (Some(before), Some(exited), Some(now)) =
        (terminal.final_output, terminal.exited, said.text("/result/output"))
        && now.len() > before
    {
        out.at(
            said,
            "/result/output",
            format!("the output still grows after the exit that frame {exited} told"),
        )
        .related(exited);
    }
}
