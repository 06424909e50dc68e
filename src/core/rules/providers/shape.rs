//! providers methods carry providerId, and set also apiType and baseUrl; listed providers have
//! providerId, supported and required.

use crate::core::protocol::Stability;
use crate::core::protocol::issue::Issue;
use crate::core::protocol::issue::IssueClass;
use crate::core::rules::{Binds, Check, Context, Rule, Said, Severity, WHOLE, When};

pub(crate) static RULE: Rule = Rule {
    id: "providers/shape",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "providers methods carry providerId, and set also apiType and baseUrl; listed \
        providers have providerId, supported and required.",
    why: "Readers refuse the message, or drop what does not fit without a word.",
    fix: "Send providerId, and with set apiType and baseUrl; list providerId, supported \
        and required.",
    link: "/rfds/custom-llm-endpoint",
    requirements: &["providers/shape"],
    breaks: &[r#"
        @init {} {"providers":{}}
        c2a {"jsonrpc":"2.0","id":1,"method":"providers/set","params":{"id":"main","apiType":"openai","baseUrl":"https://x.example"}}"#],
    near_misses: &[r#"
        @init {} {"providers":{}}
        c2a {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"providers":[]}}"#],
    when: &[When::Shape],
    check: Check::Shape(owns),
};

fn owns(_cx: &Context<'_>, said: &Said<'_>, issue: &Issue) -> Option<u8> {
    let here = said.known.is_some_and(|m| m.name.starts_with("providers/"));
    (here && issue.class() != IssueClass::Unknown).then_some(WHOLE)
}
