//! Both sides speak the Agent Client Protocol.

use crate::core::message::Kind;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::state::Phase;

pub(crate) static RULE: Rule = Rule {
    id: "transport/another-protocol",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Both sides speak the Agent Client Protocol.",
    why: "A checker for one protocol has nothing true to say about another one.",
    fix: "Record the connection between an ACP client and an ACP agent.",
    link: "/protocol/v1/overview",
    requirements: &[],
    breaks: &[
        r#"
        c2a Content-Length: 120
        c2a 
        c2a {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":1}}"#,
        r#"c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#,
        r#"
        a2c line 0 of a help text
        a2c line 1 of a help text
        a2c line 2 of a help text
        a2c line 3 of a help text
        a2c line 4 of a help text
        a2c line 5 of a help text
        a2c line 6 of a help text
        a2c line 7 of a help text
        a2c line 8 of a help text
        a2c line 9 of a help text
        a2c line 10 of a help text
        a2c line 11 of a help text"#,
    ],
    near_misses: &[
        r#"
        a2c starting up
        @prelude"#,
        r#"c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","clientCapabilities":{}}}"#,
    ],
    when: &[When::Line],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let mut tell = |message: &str| {
        out.at(said, "", message);
    };
    if cx.state.messages == 0 {
        let start = said.raw.trim_ascii_start().get(..15).unwrap_or_default();
        if start.eq_ignore_ascii_case(b"content-length:") {
            return tell(
                "this is the Language Server Protocol's framing: headers with a length, then JSON; \
                 ACP sends each message as one line without headers, so nothing here is judged",
            );
        }
        if said.kind == Kind::Invalid && said.piece.is_none() && cx.state.noise >= 7 {
            return tell(
                "eight lines and not one message: this is plain text, not ACP; check that the command \
                 is an agent in its ACP mode, and that it writes its logs to stderr",
            );
        }
    }
    if said.method == Some("initialize") && cx.state.connection.phase == Phase::Nothing {
        let params = said.params();
        let date = said.text("/params/protocolVersion").is_some_and(text::is_iso8601);
        if date
            && params.get("capabilities").is_some()
            && params.get("clientCapabilities").is_none()
        {
            tell(
                "this is the Model Context Protocol: initialize with a date as version and with \
                 capabilities; put acp-scope between an editor and a coding agent instead",
            );
        }
    }
}
