//! After kill the terminal stays valid for output and wait_for_exit.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "terminals/gone-after-kill",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "After kill the terminal stays valid for output and wait_for_exit.",
    why: "The agent reads the last output after a kill. (Described, not demanded: a \
        warning.)",
    fix: "Keep killed terminals until terminal/release.",
    link: "/protocol/v1/terminals#killing-commands",
    requirements: &["terminals/kill-keeps-id"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/kill","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":102,"error":{"code":-32602,"message":"unknown terminal"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/kill","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":102,"result":{"output":"a","truncated":false,"exitStatus":{}}}
        a2c {"jsonrpc":"2.0","id":190,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":190,"result":{}}"#],
    when: &[When::Answer("terminal/output"), When::Answer("terminal/wait_for_exit")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(session), Some(asked)) = (cx.state.session_of(said), &said.asked) else { return };
    let Some(terminal) = asked.text("terminalId").and_then(|id| session.terminals.get(id)) else {
        return;
    };

    if let Some(killed) = terminal.killed.filter(|k| *k < asked.frame)
        && said.code().is_some()
        && terminal.released.is_none_or(|r| r > asked.frame)
    {
        out.at(
            said,
            "/error",
            format!(
                "an error after the kill of frame {killed}; the terminal stays until \
            it is released"
            ),
        )
        .related(killed);
    }
}
