//! An archived session is unarchived before it is loaded or resumed.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-list/archived-loaded",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "An archived session is unarchived before it is loaded or resumed.",
    why: "Agents may refuse to open archived sessions.",
    fix: "Send session/unarchive first.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-list/unarchive-before-load"],
    breaks: &[r#"
        @init {} {"loadSession":true,"sessionCapabilities":{"archive":{},"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/archive","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":1,"result":{}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s5","cwd":"/w","mcpServers":[]}}"#],
    near_misses: &[r#"
        @init {} {"loadSession":true,"sessionCapabilities":{"archive":{},"list":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/archive","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":1,"result":{}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/unarchive","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/load","params":{"sessionId":"s5","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s5","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}"#],
    when: &[When::Call("session/load"), When::Call("session/resume")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some((true, frame)) = said.session().and_then(|id| cx.state.archived.get(id)) {
        out.at(
            said,
            "/params/sessionId",
            format!("the session is archived since frame {frame}; unarchive it first"),
        )
        .related(*frame);
    }
}
