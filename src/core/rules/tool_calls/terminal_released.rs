//! A terminal is embedded in a tool call before it is released.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/terminal-released",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A terminal is embedded in a tool call before it is released.",
    why: "After the release the client may have thrown its output away.",
    fix: "Show the terminal in a tool call first, then release it.",
    link: "/protocol/v1/tool-calls#terminals",
    requirements: &["tool-calls/terminal-embedded-before-release"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","content":[{"type":"terminal","terminalId":"x1"}]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"in_progress","content":[{"type":"terminal","terminalId":"x"}]}}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed","content":[{"type":"terminal","terminalId":"x"}]}}}"#],
    when: &[When::Update("tool_call"), When::Update("tool_call_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    for (i, item) in said.list("/params/update/content").iter().enumerate() {
        if let Some(id) = item.get("terminalId").and_then(Value::as_str)
            && let Some(terminal) = session.terminals.get(id).filter(|t| !t.embedded)
            && let Some(frame) = terminal.released
        {
            out.at(
                said,
                format!("/params/update/content/{i}/terminalId"),
                format!(
                    "the terminal {} was released in frame {frame} before any tool call \
            showed it",
                    text::quoted(id)
                ),
            )
            .related(frame);
        }
    }
}
