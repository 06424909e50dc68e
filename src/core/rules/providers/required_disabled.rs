//! A required provider is not disabled.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "providers/required-disabled",
    severity: Severity::Warning,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A required provider is not disabled.",
    why: "The agent cannot work without it. The feature is a draft, so a warning.",
    fix: "Leave required providers on.",
    link: "/rfds/custom-llm-endpoint",
    requirements: &["providers/required-not-disabled"],
    breaks: &[r#"
        @init {} {"providers":{}}
        c2a {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["anthropic"],"required":true,"current":{"apiType":"anthropic","baseUrl":"https://x.example"}}]}}
        c2a {"jsonrpc":"2.0","id":2,"method":"providers/disable","params":{"providerId":"main"}}"#],
    near_misses: &[r#"
        @init {} {"providers":{}}
        c2a {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["anthropic"],"required":false,"current":null}]}}
        c2a {"jsonrpc":"2.0","id":2,"method":"providers/disable","params":{"providerId":"main"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Call("providers/disable")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(provider) =
        said.text("/params/providerId").and_then(|id| cx.state.providers.get(id))
        && provider.required
    {
        out.at(said, "/params/providerId", "the provider is listed as required");
    }
}
