//! A session scope names a known session, and toolCallId a tool call in it.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "elicitation/unknown-tool-call",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A session scope names a known session, and toolCallId a tool call in it.",
    why: "The client cannot show the question beside its tool call. (Described, not \
        demanded: a warning.)",
    fix: "Report the tool call first.",
    link: "/protocol/v1/elicitation#creating-an-elicitation",
    requirements: &["elicitation/session-known"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}},"toolCallId":"t9"}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}},"toolCallId":"t1"}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}"#],
    when: &[When::Call("elicitation/create")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said).filter(|s| s.is_complete()) else { return };
    if let Some(id) = said.text("/params/toolCallId")
        && !session.calls.contains_key(id)
    {
        out.at(
            said,
            "/params/toolCallId",
            format!("the session has no tool call {}", text::quoted(id)),
        );
    }
}
