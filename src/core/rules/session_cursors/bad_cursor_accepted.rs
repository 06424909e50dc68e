//! A fork with an unusable cursor is refused with -32602 and does not become a fork of the
//! whole session.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "session-cursors/bad-cursor-accepted",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A fork with an unusable cursor is refused with -32602 and does not become a \
        fork of the whole session.",
    why: "The client would get a fork of the whole session instead. The feature is a \
        draft, so a warning.",
    fix: "Refuse unknown cursors.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-cursors/bad-cursor-rejected"],
    breaks: &[r#"
        @init {"session":{"cursors":{}}} {"sessionCapabilities":{"fork":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/fork","params":{"sessionId":"s1","cwd":"/w","cursorId":"q9"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}"#],
    near_misses: &[r#"
        @init {"session":{"cursors":{}}} {"sessionCapabilities":{"fork":{}}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"session/fork","params":{"sessionId":"s1","cwd":"/w","cursorId":"q9"}}
        a2c {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"unknown cursor"}}"#],
    when: &[When::Answer("session/fork")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(session) = cx.state.session_of(said).filter(|s| s.is_complete()) else { return };

    let Some(id) = said.asked.as_ref().and_then(|a| a.text("cursorId")) else { return };
    if !session.cursors.contains_key(id) && said.code() != Some(-32602) {
        out.at(
            said,
            "",
            format!(
                "the cursor {} is unknown; the answer to that is the error -32602",
                text::quoted(id)
            ),
        );
    }
}
