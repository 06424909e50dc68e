//! _meta is an object or null.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::rules::{Binds, Check, Context, KIND, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "extensibility/meta-type",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "_meta is an object or null.",
    why: "Readers drop the whole _meta.",
    fix: "Send _meta as an object, or leave it out.",
    link: "/protocol/v1/extensibility#the-_meta-field",
    requirements: &["extensibility/meta-is-object"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"N","_meta":"x"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"},"_meta":{"x":1}}}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    issue.pointer.ends_with("/_meta").then_some(KIND)
}
