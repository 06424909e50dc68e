//! Providers are configured before sessions are created or loaded.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "providers/after-sessions",
    severity: Severity::Info,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "Providers are configured before sessions are created or loaded.",
    why: "Running sessions do not change. (It is allowed, so a hint.)",
    fix: "Configure providers before the first session.",
    link: "/rfds/custom-llm-endpoint",
    requirements: &["providers/before-sessions"],
    breaks: &[r#"
        @init {} {"providers":{}}
        @session
        c2a {"jsonrpc":"2.0","id":2,"method":"providers/set","params":{"providerId":"main","apiType":"anthropic","baseUrl":"https://x.example"}}"#],
    near_misses: &[r#"
        @init {} {"providers":{}}
        c2a {"jsonrpc":"2.0","id":2,"method":"providers/set","params":{"providerId":"main","apiType":"anthropic","baseUrl":"https://x.example"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        @session"#],
    when: &[When::Call("providers/set")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if cx.state.has(Side::Agent, "providers")
        && let Some((_, session)) = cx.state.sessions.iter().min_by_key(|(_, s)| s.since)
    {
        let since = session.since;
        out.at(
            said,
            "/method",
            format!("sessions are there since frame {since}; they keep the old provider"),
        )
        .related(since);
    }
}
