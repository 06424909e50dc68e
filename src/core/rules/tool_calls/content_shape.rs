//! Tool call content items are of type content (wrapping one content block), diff, terminal or
//! session.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, PART, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "tool-calls/content-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Tool call content items are of type content (wrapping one content block), \
        diff, terminal or session.",
    why: "Readers drop the item, so that the result of the tool is not shown.",
    fix: "Wrap a block as {\"type\":\"content\",\"content\":{…}}; a diff needs path and \
        newText.",
    link: "/protocol/v1/tool-calls#content",
    requirements: &["tool-calls/content-item-shape", "tool-calls/diff-shape"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","content":[{"type":"text","text":"x"}]}}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Edit","content":[{"type":"diff","path":"/w/a.rs","oldText":"x"}]}}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Tool","status":"completed","content":[{"type":"content","content":{"type":"text","text":"x"}},{"type":"diff","path":"/w/a","newText":"x"}]}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (issue.within("ToolCallContent") && issue.class() != IssueClass::Unknown).then_some(PART)
}
