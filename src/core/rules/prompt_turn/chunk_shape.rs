//! user, agent and thought chunks carry exactly one valid content block in content.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::protocol::issue::IssueCode;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "prompt-turn/chunk-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "user, agent and thought chunks carry exactly one valid content block in \
        content.",
    why: "The text never appears.",
    fix: "Send content as one block: {\"type\":\"text\",\"text\":…}.",
    link: "/protocol/v1/prompt-turn#3-agent-reports-output",
    requirements: &["prompt-turn/chunk-shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":"hello"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let chunk = matches!(
        said.variant(),
        Some("user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk")
    );
    let whole = issue.pointer == "/params/update/content" && issue.missing.is_none();
    (chunk && issue.class() != IssueClass::Unknown)
        .then_some(if whole && issue.code == IssueCode::WrongType { FIELD } else { WHOLE })
}
