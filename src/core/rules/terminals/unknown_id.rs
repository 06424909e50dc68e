//! Terminal methods name a terminal that was created in the session.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "terminals/unknown-id",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Terminal methods name a terminal that was created in the session.",
    why: "The client refuses it. (Described, not demanded: a warning.)",
    fix: "Use the id that terminal/create was answered with.",
    link: "/protocol/v1/terminals",
    requirements: &["terminals/known-id"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"nope"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
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
    let Some(session) = cx.state.session_of(said).filter(|s| s.is_complete()) else { return };
    if let Some(id) = said.text("/params/terminalId")
        && !session.terminals.contains_key(id)
        && !cx.state.lacks(Side::Client, "terminal")
    {
        out.at(
            said,
            "/params/terminalId",
            format!("no terminal {} was created in this session", text::quoted(id)),
        );
    }
}
