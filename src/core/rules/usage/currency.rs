//! currency is an ISO 4217 code.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "usage/currency",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "currency is an ISO 4217 code.",
    why: "Clients format the amount by it. (The newest types allow other units too, so \
        a hint.)",
    fix: "Send a code such as USD.",
    link: "/protocol/v1/prompt-turn#session-usage-updates",
    requirements: &["usage/currency-code"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":10,"cost":{"amount":0.1,"currency":"usd"}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":10,"cost":{"amount":0.1,"currency":"USD"}}}}"#],
    when: &[When::Update("usage_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(code) = said.text("/params/update/cost/currency")
        && !(code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase()))
    {
        out.at(
            said,
            "/params/update/cost/currency",
            format!("{} is no ISO 4217 code", text::quoted(code)),
        );
    }
}
