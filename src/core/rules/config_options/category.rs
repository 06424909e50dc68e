//! Custom categories start with an underscore.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, FIELD, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "config-options/category",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Custom categories start with an underscore.",
    why: "Plain words are kept for later versions of the protocol.",
    fix: "Use mode, model, model_config or thought_level, or a word of your own with a \
        leading underscore.",
    link: "/protocol/v1/session-config-options#option-categories",
    requirements: &["config-options/category-reserved"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"mode","name":"Mode","category":"temperature","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}}"#],
    near_misses: &[r#"@prelude"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, _said: &Said<'_>, issue: &Issue) -> Option<u8> {
    (issue.within("SessionConfigOptionCategory") && issue.class() == IssueClass::Unknown)
        .then_some(FIELD)
}
