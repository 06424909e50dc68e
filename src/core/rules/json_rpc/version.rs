//! Each message carries the member jsonrpc with exactly the string 2.0.

use crate::core::message::Remark;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/version",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Each message carries the member jsonrpc with exactly the string 2.0.",
    why: "Strict decoders refuse a message without the version.",
    fix: "Send \"jsonrpc\":\"2.0\" in every message.",
    link: "https://www.jsonrpc.org/specification#request_object",
    requirements: &["jsonrpc/version-member"],
    breaks: &[
        r#"
        @prelude
        c2a {"id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}"#,
        r#"
        @prelude
        a2c {"jsonrpc":2.0,"method":"_x/y"}"#,
    ],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Message],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.remarks().any(|r| *r == Remark::Version) {
        let found = match said.value.get("jsonrpc") {
            None => "it is missing".to_owned(),
            Some(other) => format!("found {}", text::quoted(&other.to_string())),
        };
        out.at(said, "", format!("jsonrpc must be the string \"2.0\": {found}"));
    }
}
