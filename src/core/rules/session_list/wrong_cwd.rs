//! With a cwd filter, only sessions of that directory are returned.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "session-list/wrong-cwd",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "With a cwd filter, only sessions of that directory are returned.",
    why: "The user sees sessions of other projects. (Described, not demanded: a \
        warning.)",
    fix: "Apply the filter.",
    link: "/protocol/v1/session-list#listing-sessions",
    requirements: &["session-list/cwd-filter"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cwd":"/w"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[{"sessionId":"s5","cwd":"/other"}]}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cwd":"/w"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[{"sessionId":"s5","cwd":"/w/"}]}}"#],
    when: &[When::Answer("session/list")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(wanted) = said.asked.as_ref().and_then(|a| a.text("cwd")) else { return };
    for (i, info) in said.list("/result/sessions").iter().enumerate() {
        if let Some(cwd) = info.get("cwd").and_then(Value::as_str)
            && !text::same_folder(cwd, wanted)
        {
            out.at(
                said,
                format!("/result/sessions/{i}/cwd"),
                format!(
                    "the request asked for sessions of {}, this one is of {}",
                    text::quoted(wanted),
                    text::quoted(cwd)
                ),
            );
        }
    }
}
