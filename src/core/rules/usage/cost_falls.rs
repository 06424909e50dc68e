//! The cumulative cost of a session does not go down.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "usage/cost-falls",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The cumulative cost of a session does not go down.",
    why: "The cost is that of the whole session. (Described, not demanded: a hint.)",
    fix: "Send the sum so far.",
    link: "/protocol/v1/prompt-turn#session-usage-updates",
    requirements: &["usage/cost-cumulative"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":10,"cost":{"amount":0.5,"currency":"USD"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":2,"size":10,"cost":{"amount":0.2,"currency":"USD"}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":10,"cost":{"amount":0.1,"currency":"USD"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":10,"cost":{"amount":0.2,"currency":"USD"}}}}"#],
    when: &[When::Update("usage_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(session) = cx.state.session_of(said)
        && let Some((before, currency, frame)) = &session.cost
        && said.text("/params/update/cost/currency") == Some(currency)
        && let Some(now) = said.at("/params/update/cost/amount").as_f64()
        && now < *before
        && session.replay.is_none()
    {
        out.at(
            said,
            "/params/update/cost/amount",
            format!("the cost of the session falls from {before} to {now}"),
        )
        .related(*frame);
    }
}
