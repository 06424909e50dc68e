//! The agent reports each tool call that the model asks for.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/not-reported",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The agent reports each tool call that the model asks for.",
    why: "The user does not see what the agent does. (Not every request is a tool of \
        the model, so a hint.)",
    fix: "Report a tool_call for each tool that the model asks for.",
    link: "/protocol/v1/tool-calls#creating",
    requirements: &["tool-calls/reported"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x1"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"terminal/create","params":{"sessionId":"s1","command":"ls"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"terminalId":"x"}}
        a2c {"jsonrpc":"2.0","id":101,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x"}}
        c2a {"jsonrpc":"2.0","id":101,"result":{}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Answer("session/prompt")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let turn =
        cx.state.session_of(said).and_then(|s| s.turns.iter().find(|t| t.frame == asked.frame));
    if let Some(turn) = turn.filter(|t| !t.reported_tools)
        && let Some(frame) = turn.unreported
    {
        let finding = out.about(
            frame,
            Side::Agent,
            "the client is used for a tool here, but no tool call was reported in \
            the whole turn",
        );
        finding.session = asked.session.clone();
        finding.related(said.frame);
    }
}
