//! On session/cancel the agent stops model requests and tool runs as soon as it can.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "cancellation/new-work",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "On session/cancel the agent stops model requests and tool runs as soon as it \
        can.",
    why: "The user pressed stop. (The two may have crossed, so a hint.)",
    fix: "Stop model requests and tools as soon as the cancel comes.",
    link: "/protocol/v1/prompt-turn#cancellation",
    requirements: &["cancellation/stop-soon"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t2","title":"Tool","status":"in_progress"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"in_progress"}}}
        c2a {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}"#],
    when: &[
        When::Update("tool_call"),
        When::Call("session/request_permission"),
        When::Call("fs/read_text_file"),
        When::Call("fs/write_text_file"),
        When::Call("terminal/create"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.dir != Dir::AgentToClient {
        return;
    }
    if let Some(cancel) =
        cx.state.session_of(said).and_then(|s| s.turns.iter().find_map(|t| t.cancelled))
    {
        out.at(said, "", format!("new work after the cancel of frame {cancel}")).related(cancel);
    }
}
