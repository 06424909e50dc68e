//! The method member is a string.

use crate::core::message::Remark;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/method-type",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The method member is a string.",
    why: "Without a name the receiver cannot know what is asked.",
    fix: "Send the method's name as a string.",
    link: "https://www.jsonrpc.org/specification#request_object",
    requirements: &["jsonrpc/method-is-string"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":7}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Line],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.remarks().any(|r| *r == Remark::MethodType) {
        out.at(
            said,
            "/method",
            format!(
                "method must be a string, found {}",
                text::quoted(&said.at("/method").to_string())
            ),
        );
    }
}
