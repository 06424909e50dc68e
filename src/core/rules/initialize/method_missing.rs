//! A side has the methods that every peer has, and those that it advertises.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::protocol::methods::MethodGate;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/method-missing",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A side has the methods that every peer has, and those that it advertises.",
    why: "The other side relies on it. (For advertised features the sources describe it \
        without a keyword, so there it is a warning.)",
    fix: "Implement the method, or do not advertise it.",
    link: "/protocol/v1/initialization#session-capabilities",
    requirements: &[
        "initialize/agent-baseline-methods",
        "initialize/client-baseline-methods",
        "fs/supported-if-advertised",
        "terminals/all-methods-supported",
        "auth/status-after-initialize",
    ],
    breaks: &[
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"error":{"code":-32601,"message":"Method not found"}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a.txt"}}
        c2a {"jsonrpc":"2.0","id":100,"error":{"code":-32601,"message":"Method not found"}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/kill","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"error":{"code":-32601,"message":"Method not found"}}"#,
        r#"
        @init {} {"auth":{"status":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"auth/status","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#,
    ],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"_acme/x","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}"#,
    ],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(asked), Some(method)) = (&said.asked, said.known) else { return };
    if said.code() != Some(-32601) {
        return;
    }
    let name = method.name;
    match method.gate {
        Some(MethodGate::Baseline | MethodGate::Opening) => {
            let finding = out.at(
                said,
                "/error/code",
                format!(
                    "{name} is unknown to the {}, although every {0} has it",
                    side_word(said.side())
                ),
            );
            finding.related(asked.frame);
            if said.side() == Side::Client {
                // Listed as baseline, but without a keyword.
                finding.severity(Severity::Warning);
            }
        }
        Some(MethodGate::Capability(side, path))
            if side == said.side() && cx.state.has(side, path) =>
        {
            let message =
                format!("{name} is unknown to the {}, which advertised {path}", side_word(side));
            let finding = out.at(said, "/error/code", message);
            finding.related(asked.frame).severity(Severity::Warning);
            if method.stability == Stability::Draft {
                finding.draft();
            }
        }
        _ => {}
    }
}

fn side_word(side: Side) -> &'static str {
    if side == Side::Client { "client" } else { "agent" }
}
