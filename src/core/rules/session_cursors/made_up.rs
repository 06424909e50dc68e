//! A fork names a cursor that the agent has announced and that advertises fork.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-cursors/made-up",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A fork names a cursor that the agent has announced and that advertises fork.",
    why: "Cursors mean something to the agent only. The feature is a draft, so a \
        warning.",
    fix: "Fork at cursors that the agent announced with capabilities.fork.",
    link: "/protocol/v1/draft/schema",
    requirements: &[
        "session-cursors/client-does-not-construct",
        "session-cursors/fork-needs-cursor-capability",
    ],
    breaks: &[
        r#"
        @init {"session":{"cursors":{}}} {"sessionCapabilities":{"fork":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/fork","params":{"sessionId":"s1","cwd":"/w","cursorId":"q9"}}"#,
        r#"
        @init {"session":{"cursors":{}}} {"sessionCapabilities":{"fork":{}}}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m1","position":"before"}}}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/fork","params":{"sessionId":"s1","cwd":"/w","cursorId":"q1"}}"#,
    ],
    near_misses: &[r#"
        @init {"session":{"cursors":{}}} {"sessionCapabilities":{"fork":{}}}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m1","position":"before"},"capabilities":{"fork":{}}}}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/fork","params":{"sessionId":"s1","cwd":"/w","cursorId":"q1"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    when: &[When::Call("session/fork")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said).filter(|s| s.is_complete()) else { return };

    let Some(id) = said.text("/params/cursorId") else { return };
    match session.cursors.get(id) {
        None => {
            out.at(
                said,
                "/params/cursorId",
                format!("the agent never announced the cursor {}", text::quoted(id)),
            );
        }
        Some(cursor) if !cursor.capabilities.get("fork").is_some_and(Value::is_object) => {
            out.at(
                said,
                "/params/cursorId",
                format!("the cursor {} does not advertise fork", text::quoted(id)),
            );
        }
        Some(_) => {}
    }
}
