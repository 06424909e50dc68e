//! Lines are messages; there are no blank ones.

use crate::core::message::Remark;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "transport/blank-line",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Lines are messages; there are no blank ones.",
    why: "Strict line readers report an empty line as a parse error.",
    fix: "Write exactly one line feed behind each message.",
    link: "/protocol/v1/transports",
    requirements: &[],
    breaks: &[r#"
        @prelude
        a2c "#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}"#],
    when: &[When::Line],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.remarks().any(|r| *r == Remark::Blank) {
        out.at(said, "", "a blank line; readers skip it or stumble over it");
    }
}
