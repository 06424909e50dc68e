//! A terminal id that is still valid is not handed out again.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "terminals/id-in-use",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A terminal id that is still valid is not handed out again.",
    why: "Output and exit of two commands are mixed. (Described, not demanded: a \
        warning.)",
    fix: "Give each terminal an id of its own.",
    link: "/protocol/v1/terminals#executing-commands",
    requirements: &["terminals/ids-unique"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{"terminalId":"x1"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":190,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":190,"result":{}}
        a2c {"jsonrpc":"2.0","id":102,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":102,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":191,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":191,"result":{}}"#],
    when: &[When::Answer("terminal/create")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(session) = cx.state.session_of(said)
        && let Some(id) = said.text("/result/terminalId")
        && let Some(terminal) = session.terminals.get(id).filter(|t| t.released.is_none())
    {
        out.at(
            said,
            "/result/terminalId",
            format!(
                "the terminal {} of frame {} is not released yet",
                text::quoted(id),
                terminal.created
            ),
        )
        .related(terminal.created);
    }
}
