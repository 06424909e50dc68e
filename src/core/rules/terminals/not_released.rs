//! Each created terminal is released once it is not needed, also after kill.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "terminals/not-released",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Each created terminal is released once it is not needed, also after kill.",
    why: "The client keeps the process and its output. (A background command or an \
        early end excuses it, so a warning.)",
    fix: "Send terminal/release for every terminal, also after a kill.",
    link: "/protocol/v1/terminals#releasing-terminals",
    requirements: &["terminals/released"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/kill","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{}}
        a2c {"jsonrpc":"2.0","id":190,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":190,"result":{}}"#],
    when: &[When::End],
    check: Check::End(check),
};

fn check(cx: &Context<'_>, out: &mut Findings) {
    for (id, session) in &cx.state.sessions {
        let mut open: Vec<_> =
            session.terminals.iter().filter(|(_, t)| t.released.is_none()).collect();
        open.sort_by_key(|(_, t)| t.created);
        for (name, terminal) in open {
            if session.turns.is_empty() {
                let finding = out.about(
                    terminal.created,
                    Side::Agent,
                    format!(
                        "the terminal {} is still not released when the recording ends",
                        text::quoted(name)
                    ),
                );
                finding.session(id);
            }
        }
    }
}
