//! A method that needs a capability is sent only if the other side advertised it.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::protocol::methods::MethodGate;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::state::Phase;

pub(crate) static RULE: Rule = Rule {
    id: "initialize/method-not-offered",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A method that needs a capability is sent only if the other side advertised it.",
    why: "Omitted and null capabilities count as unsupported: the other side will \
        refuse, or not understand.",
    fix: "Look at the capabilities of the handshake before you use a method, or \
        advertise the feature.",
    link: "/protocol/v1/initialization#capabilities",
    requirements: &[
        "initialize/omitted-means-unsupported",
        "auth/logout-gated",
        "session-setup/load-gated",
        "session-setup/resume-gated",
        "session-setup/close-gated",
        "session-list/gated",
        "session-delete/gated",
        "fs/read-gated",
        "fs/write-gated",
        "terminals/gated",
    ],
    breaks: &[
        r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a"}}"#,
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"logout","params":{}}"#,
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/load","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}"#,
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}"#,
        r#"
        @init {} {}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}"#,
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}"#,
        r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/delete","params":{"sessionId":"s5"}}"#,
        r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a.txt"}}"#,
        r#"
        @init {"fs":{"readTextFile":true}} {}
        @session
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/w/a.txt","content":"x"}}"#,
        r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}"#,
    ],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}
        a2c {"jsonrpc":"2.0","id":100,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/w/a"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"content":""}}"#],
    when: &[When::Calls],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(method) =
        said.known.filter(|m| m.stability == Stability::Stable && m.sent_in(said.dir))
    else {
        return;
    };
    if let Some(MethodGate::Capability(side, path)) = method.gate
        && cx.state.lacks(side, path)
    {
        let owner = if side == Side::Client { "client" } else { "agent" };
        let message = format!(
            "{} needs the capability {path}, which the {owner} did not advertise",
            method.name
        );
        let finding = out.at(said, "/method", message);
        if let Phase::Agreed(frame) | Phase::Asked(frame) = cx.state.connection.phase {
            finding.related(frame);
        }
    }
}
