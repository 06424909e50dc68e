//! cursor_update has a cursorId, and an anchor, if any, has the id of its entity type and a
//! position.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "session-cursors/shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "cursor_update has a cursorId, and an anchor, if any, has the id of its entity \
        type and a position.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send cursorId, and an anchor with the id of its entity and a position.",
    link: "/protocol/v1/draft/schema",
    requirements: &["session-cursors/shape"],
    breaks: &[r#"
        @init {"session":{"cursors":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"tool_call","position":"after"}}}}"#],
    near_misses: &[r#"
        @init {"session":{"cursors":{}}} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"cursor_update","cursorId":"q1","anchor":{"type":"user_message","messageId":"m1","position":"before"}}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (said.variant() == Some("cursor_update") && issue.class() != IssueClass::Unknown)
        .then_some(WHOLE)
}
