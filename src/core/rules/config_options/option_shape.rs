//! An option has id, name, type and currentValue; select has a string value and options,
//! boolean has a boolean value.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, PART, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "config-options/option-shape",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "An option has id, name, type and currentValue; select has a string value and \
        options, boolean has a boolean value.",
    why: "Readers skip a malformed option, so that the user cannot set it.",
    fix: "Give each option id, name, type and currentValue, and a select its options.",
    link: "/protocol/v1/session-config-options#configoption",
    requirements: &["config-options/option-shape"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"x","name":"X","type":"select","currentValue":"a"}]}}}"#],
    near_misses: &[r#"@prelude"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let here =
        issue.within("SessionConfigOption") || said.variant() == Some("config_option_update");
    (here && issue.class() != IssueClass::Unknown).then_some(PART)
}
