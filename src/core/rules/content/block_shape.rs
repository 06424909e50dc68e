//! A content block is text, image, audio, resource_link or resource with the fields of its
//! type.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, PART, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "content/block-shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A content block is text, image, audio, resource_link or resource with the \
        fields of its type.",
    why: "Readers refuse the message or drop the block.",
    fix: "Use text, image, audio, resource_link or resource, with the fields of the \
        type.",
    link: "/protocol/v1/content",
    requirements: &["content/block-shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"markdown","text":"x"}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (issue.within("ContentBlock") && issue.class() != IssueClass::Unknown).then_some(PART + 5)
}
