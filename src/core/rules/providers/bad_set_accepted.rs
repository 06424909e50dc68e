//! An unknown provider or unsupported protocol in providers/set is refused with invalid
//! params, while disabling an unknown provider succeeds.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "providers/bad-set-accepted",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "An unknown provider or unsupported protocol in providers/set is refused with \
        invalid params, while disabling an unknown provider succeeds.",
    why: "The client believes that its setting is in effect. The feature is a draft, so \
        a warning.",
    fix: "Refuse with -32602.",
    link: "/rfds/custom-llm-endpoint",
    requirements: &["providers/set-invalid-rejected"],
    breaks: &[r#"
        @init {} {"providers":{}}
        c2a {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["anthropic"],"required":false,"current":null}]}}
        c2a {"jsonrpc":"2.0","id":2,"method":"providers/set","params":{"providerId":"zzz","apiType":"anthropic","baseUrl":"https://x.example"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    near_misses: &[r#"
        @init {} {"providers":{}}
        c2a {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["anthropic"],"required":false,"current":null}]}}
        c2a {"jsonrpc":"2.0","id":2,"method":"providers/set","params":{"providerId":"main","apiType":"anthropic","baseUrl":"https://x.example"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}"#],
    when: &[When::Answer("providers/set")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    if !said.succeeds() || !cx.state.providers_listed {
        return;
    }
    let provider =
        asked.text("providerId").and_then(|id| cx.state.providers.get(id)).filter(|p| p.listed);
    let bad = match provider {
        None => "an unknown provider",
        Some(p) if asked.text("apiType").is_some_and(|t| !p.supported.iter().any(|s| s == t)) => {
            "a protocol that the provider does not support"
        }
        Some(_) => return,
    };
    out.at(said, "/result", format!("{bad} was set; the answer to that is the error -32602"))
        .related(asked.frame);
}
