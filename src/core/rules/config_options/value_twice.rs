//! A select option does not offer the same value twice.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    id: "config-options/value-twice",
    severity: Severity::Info,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A select option does not offer the same value twice.",
    why: "The user cannot tell the two apart by what is sent. (Described, not demanded: \
        a hint.)",
    fix: "Offer each value once.",
    link: "/protocol/v1/session-config-options#configoptionvalue",
    requirements: &["config-options/values-unique"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"x","name":"X","type":"select","currentValue":"a","options":[{"value":"a","name":"A"},{"value":"a","name":"B"}]}]}}}"#],
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

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let base =
        if said.asked.is_some() { "/result/configOptions" } else { "/params/update/configOptions" };

    for (i, option) in said.list(base).iter().enumerate() {
        let Some(values) = option.get("options").and_then(Value::as_array) else { continue };
        let mut seen = HashSet::new();
        if let Some(twice) = text::choices(values).into_iter().find(|v| !seen.insert(*v)) {
            out.at(
                said,
                format!("{base}/{i}/options"),
                format!("the value {} is offered twice", text::quoted(twice)),
            );
        }
    }
}
