//! Boolean options are not sent unless the client advertised session.configOptions.boolean.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "config-options/boolean-not-offered",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Boolean options are not sent unless the client advertised \
        session.configOptions.boolean.",
    why: "Such clients skip the option, or fail on the list.",
    fix: "Offer a select with two values instead.",
    link: "/protocol/v1/session-config-options#boolean-config-options",
    requirements: &["config-options/boolean-gated"],
    breaks: &[r#"
        @init {} {}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"brave","name":"Brave","type":"boolean","currentValue":false}]}}"#],
    near_misses: &[r#"@prelude"#],
    when: &[
        When::Answer("session/new"),
        When::Answer("session/load"),
        When::Answer("session/resume"),
        When::Answer("session/fork"),
        When::Answer("session/set_config_option"),
        When::Update("config_option_update"),
        When::Answer("session/options"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let base =
        if said.asked.is_some() { "/result/configOptions" } else { "/params/update/configOptions" };

    for (i, option) in said.list(base).iter().enumerate() {
        if option.get("type").and_then(Value::as_str) == Some("boolean")
            && cx.state.lacks(Side::Client, "session.configOptions.boolean")
        {
            out.at(
                said,
                format!("{base}/{i}/type"),
                "a boolean option for a client that did not advertise \
            session.configOptions.boolean",
            );
        }
    }
}
