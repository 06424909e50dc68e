//! updatedAt is an ISO 8601 timestamp.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-list/updated-at",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "updatedAt is an ISO 8601 timestamp.",
    why: "Clients sort by it. (Described, not demanded: a hint.)",
    fix: "Send a time such as 2026-11-30T10:00:00Z.",
    link: "/protocol/v1/session-list#listing-sessions",
    requirements: &["session-list/updated-at-iso8601"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","updatedAt":"yesterday"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","updatedAt":"2026-11-30T10:00:00Z"}}}"#],
    when: &[When::Answer("session/list"), When::Update("session_info_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let mut tell = |value: &Value<'_>, pointer: String| {
        if let Some(text) = value.as_str()
            && !text::is_iso8601(text)
        {
            out.at(
                said,
                pointer,
                format!("updatedAt should be an ISO 8601 time, found {}", text::quoted(text)),
            );
        }
    };
    tell(said.at("/params/update/updatedAt"), "/params/update/updatedAt".to_owned());
    for (i, info) in said.list("/result/sessions").iter().enumerate() {
        tell(
            info.get("updatedAt").unwrap_or(&Value::Null),
            format!("/result/sessions/{i}/updatedAt"),
        );
    }
}
