//! Notices are not part of session replay.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "notices/replayed",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Notices are not part of session replay.",
    why: "The user sees old news again. (A new notice of the same words is allowed, so \
        a warning.)",
    fix: "Leave notices out of replays.",
    link: "/protocol/v1/prompt-turn#session-notices",
    requirements: &["notices/not-replayed"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"MCP server unavailable"}}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/load","params":{"sessionId":"s1","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"MCP server unavailable"}}}
        a2c {"jsonrpc":"2.0","id":3,"result":{}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s1","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"New"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Update("notice")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(session) = cx.state.session_of(said)
        && session.replay.is_some()
        && let Some(frame) = session.same_notice(said.update())
    {
        out.at(
            said,
            "/params/update",
            format!(
                "the same notice as in frame {frame} inside a replay: notices are not \
            history"
            ),
        )
        .related(frame);
    }
}
