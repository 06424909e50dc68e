//! Option ids are unique within the list.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    id: "config-options/id-twice",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Option ids are unique within the list.",
    why: "session/set_config_option names an option by its id only. (Described, not \
        demanded: a warning.)",
    fix: "Give each option an id of its own.",
    link: "/protocol/v1/session-config-options#configoption",
    requirements: &["config-options/ids-unique"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]},{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}}"#],
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

    let mut seen = HashSet::new();
    for (i, option) in said.list(base).iter().enumerate() {
        if let Some(id) = option.get("id").and_then(Value::as_str)
            && !seen.insert(id)
        {
            out.at(
                said,
                format!("{base}/{i}/id"),
                format!("the id {} stands for two options", text::quoted(id)),
            );
        }
    }
}
