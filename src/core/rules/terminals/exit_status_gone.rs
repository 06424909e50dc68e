//! exitStatus is present only when the command has exited, and stays.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "terminals/exit-status-gone",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "exitStatus is present only when the command has exited, and stays.",
    why: "The agent takes the command for running. (Described, not demanded: a warning.)",
    fix: "Send exitStatus with every output after the exit.",
    link: "/protocol/v1/terminals#getting-output",
    requirements: &["terminals/exit-status-after-exit-only"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/wait_for_exit","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"exitCode":0}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":102,"result":{"output":"x","truncated":false}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/wait_for_exit","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"exitCode":0}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":102,"result":{"output":"","truncated":false,"exitStatus":{"exitCode":0}}}
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

    if let Some(exited) = terminal.exited.filter(|e| *e < asked.frame)
        && said.succeeds()
        && !said.at("/result/exitStatus").is_object()
    {
        out.at(
            said,
            "/result",
            format!("no exitStatus, although the exit was told in frame {exited}"),
        )
        .related(exited);
    }
}
