//! Disabling a required provider is refused with invalid params.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "providers/required-disable-accepted",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "Disabling a required provider is refused with invalid params.",
    why: "The agent cannot work without it. The feature is a draft, so a warning.",
    fix: "Refuse with -32602.",
    link: "/rfds/custom-llm-endpoint",
    requirements: &["providers/required-disable-rejected"],
    breaks: &[r#"
        @init {} {"providers":{}}
        c2a {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["anthropic"],"required":true,"current":{"apiType":"anthropic","baseUrl":"https://x.example"}}]}}
        c2a {"jsonrpc":"2.0","id":2,"method":"providers/disable","params":{"providerId":"main"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    near_misses: &[r#"
        @init {} {"providers":{}}
        c2a {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["anthropic"],"required":false,"current":null}]}}
        c2a {"jsonrpc":"2.0","id":2,"method":"providers/disable","params":{"providerId":"main"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Answer("providers/disable")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    if let Some(provider) = asked.text("providerId").and_then(|id| cx.state.providers.get(id))
        && provider.required
        && said.code() != Some(-32602)
    {
        out.at(
            said,
            "",
            "a required provider was to be disabled; the answer to that is the \
            error -32602",
        )
        .related(asked.frame);
    }
}
