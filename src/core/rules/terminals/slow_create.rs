//! terminal/create returns the id at once without waiting for the command.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "terminals/slow-create",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "terminal/create returns the id at once without waiting for the command.",
    why: "The agent wants to read the output while the command runs. (A slow start is \
        possible, so a hint.)",
    fix: "Answer when the command has started.",
    link: "/protocol/v1/terminals#executing-commands",
    requirements: &["terminals/create-does-not-wait"],
    breaks: &[r#"
        @prelude
        t 0.0
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"sleep"}}
        t 60.0
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":190,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":190,"result":{}}"#],
    when: &[When::Answer("terminal/create")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(asked) = &said.asked
        && said.succeeds()
        && said.t.since(asked.t) > 10_000_000_000
    {
        let seconds = said.t.since(asked.t) / 1_000_000_000;
        out.at(
            said,
            "",
            format!(
                "answered after {seconds} seconds; terminal/create returns the id at \
            once and does not wait for the command"
            ),
        );
    }
}
