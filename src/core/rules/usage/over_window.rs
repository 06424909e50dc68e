//! used does not exceed size.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "usage/over-window",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "used does not exceed size.",
    why: "Clients draw more than a full bar. (It may be so just before a compaction, so \
        a hint.)",
    fix: "Send the size of the window that the model has now.",
    link: "/protocol/v1/prompt-turn#session-usage-updates",
    requirements: &["usage/within-window"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":300,"size":200}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":10}}}"#],
    when: &[When::Update("usage_update")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let (Some(used), Some(size)) =
        (said.at("/params/update/used").as_u64(), said.at("/params/update/size").as_u64())
        && used > size
        && size > 0
    {
        out.at(said, "/params/update/used", format!("used ({used}) is larger than size ({size})"));
    }
}
