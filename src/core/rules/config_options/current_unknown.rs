//! The current value of a select option is one of its values, flat or in groups.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "config-options/current-unknown",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The current value of a select option is one of its values, flat or in groups.",
    why: "Clients cannot show what is chosen. (Described, not demanded: a warning.)",
    fix: "Name one of the values, flat or in a group.",
    link: "/protocol/v1/session-config-options#configoption",
    requirements: &["config-options/current-in-options"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"fly","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}}"#],
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
        let (Some(current), Some(values)) = (
            option.get("currentValue").and_then(Value::as_str),
            option.get("options").and_then(Value::as_array),
        ) else {
            continue;
        };
        if !text::choices(values).contains(&current) {
            out.at(
                said,
                format!("{base}/{i}/currentValue"),
                format!(
                    "the current value {} is not among the option's values",
                    text::quoted(current)
                ),
            );
        }
    }
}
