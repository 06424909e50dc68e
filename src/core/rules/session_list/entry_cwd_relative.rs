//! Each listed session has a sessionId and an absolute cwd.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-list/entry-cwd-relative",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Each listed session has a sessionId and an absolute cwd.",
    why: "The client hands the path back when it loads the session. (Described, not \
        demanded: a warning.)",
    fix: "List absolute paths.",
    link: "/protocol/v1/session-list#listing-sessions",
    requirements: &["session-list/session-info-shape"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[{"sessionId":"s5","cwd":"project"}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[{"sessionId":"s5","cwd":"/w"}]}}"#],
    when: &[When::Answer("session/list")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for (i, info) in said.list("/result/sessions").iter().enumerate() {
        if let Some(why) = info.get("cwd").and_then(Value::as_str).and_then(text::relative) {
            out.at(
                said,
                format!("/result/sessions/{i}/cwd"),
                format!("cwd must be an absolute path: {why}"),
            );
        }
        let more = info.get("additionalDirectories").and_then(Value::as_array);
        for (j, dir) in more.into_iter().flatten().enumerate() {
            if let Some(why) = dir.as_str().and_then(text::relative) {
                out.at(
                    said,
                    format!("/result/sessions/{i}/additionalDirectories/{j}"),
                    format!("directories must be absolute paths: {why}"),
                );
            }
        }
    }
}
