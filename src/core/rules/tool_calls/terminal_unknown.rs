//! terminal content names a terminal that was created with terminal/create.

use crate::core::frame::Dir;
use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/terminal-unknown",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "terminal content names a terminal that was created with terminal/create.",
    why: "The client has nothing to show. (Some agents and clients agree on terminals \
        for display only through _meta; described, not demanded: a warning.)",
    fix: "Create the terminal with terminal/create, or send the output as text.",
    link: "/protocol/v1/tool-calls#terminals",
    requirements: &["tool-calls/terminal-content-known"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","content":[{"type":"terminal","terminalId":"nope"}]}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"in_progress","content":[{"type":"terminal","terminalId":"x"}]}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{}}"#],
    when: &[When::Update("tool_call"), When::Update("tool_call_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said) else { return };
    if session.replay.is_some()
        || !session.is_complete()
        || session.resuming.is_some()
        || cx
            .state
            .open_request(Dir::AgentToClient, "terminal/create", |a| {
                a.session.as_deref() == said.session()
            })
            .is_some()
    {
        return;
    }
    for (i, item) in said.list("/params/update/content").iter().enumerate() {
        if item.get("type").and_then(Value::as_str) == Some("terminal")
            && let Some(id) = item.get("terminalId").and_then(Value::as_str)
            && !session.terminals.contains_key(id)
        {
            let hint = if cx.state.lacks(Side::Client, "terminal") {
                " (the client does not offer terminals)"
            } else {
                ""
            };
            out.at(
                said,
                format!("/params/update/content/{i}/terminalId"),
                format!(
                    "the terminal {} was never created with terminal/create{hint}",
                    text::quoted(id)
                ),
            );
        }
    }
}
