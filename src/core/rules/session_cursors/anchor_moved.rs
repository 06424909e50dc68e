//! A cursor keeps its anchor, and its id is not used for another place.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-cursors/anchor-moved",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A cursor keeps its anchor, and its id is not used for another place.",
    why: "A cursor is one place for ever. The feature is a draft, so a warning.",
    fix: "Make a new cursor for another place.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-cursors/anchor-fixed", "session-cursors/id-not-reused"],
    breaks: &[
        r#"
        @init {"session":{"cursors":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m1","position":"before"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m2","position":"before"}}}}"#,
        r#"
        @init {"session":{"cursors":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m1","position":"before"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m1","position":"after"}}}}"#,
    ],
    near_misses: &[r#"
        @init {"session":{"cursors":{}}} {"sessionCapabilities":{"fork":{}}}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m1","position":"before"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m1","position":"before"}}}}"#],
    when: &[When::Update("cursor_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if !cx.state.has(Side::Client, "session.cursors") {
        return;
    }
    let Some(session) = cx.state.session_of(said) else { return };

    let now = said.at("/params/update/anchor");
    if let Some(cursor) =
        said.text("/params/update/cursorId").and_then(|id| session.cursors.get(id))
        && let Some(frame) = cursor.frame
        && !now.is_null()
        && *now != cursor.anchor
    {
        out.at(
            said,
            "/params/update/anchor",
            format!("the anchor differs from that of frame {frame}"),
        )
        .related(frame);
    }
}
