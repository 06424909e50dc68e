//! A disabled provider stays listed, with current null or absent.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "providers/disabled-still-current",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A disabled provider stays listed, with current null or absent.",
    why: "The client could not turn it on again. The feature is a draft, so a warning.",
    fix: "List it with current null.",
    link: "/rfds/custom-llm-endpoint",
    requirements: &["providers/disabled-stays-listed"],
    breaks: &[r#"
        @init {} {"providers":{}}
        c2a {"jsonrpc":"2.0","id":1,"method":"providers/disable","params":{"providerId":"main"}}
        a2c {"jsonrpc":"2.0","id":1,"result":{}}
        c2a {"jsonrpc":"2.0","id":2,"method":"providers/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"providers":[{"providerId":"main","supported":["anthropic"],"required":false,"current":{"apiType":"anthropic","baseUrl":"https://x.example"}}]}}"#],
    near_misses: &[r#"
        @init {} {"providers":{}}
        c2a {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["anthropic"],"required":false,"current":null}]}}
        c2a {"jsonrpc":"2.0","id":2,"method":"providers/disable","params":{"providerId":"main"}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"providers/list","params":{}}
        a2c {"jsonrpc":"2.0","id":3,"result":{"providers":[{"providerId":"main","supported":["anthropic"],"required":false,"current":null}]}}"#],
    when: &[When::Answer("providers/list")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(asked) = &said.asked else { return };
    let list = said.list("/result/providers");
    for (i, entry) in list.iter().enumerate() {
        let known = entry
            .get("providerId")
            .and_then(Value::as_str)
            .and_then(|id| cx.state.providers.get(id));
        if let Some(frame) = known.and_then(|p| p.disabled).filter(|f| *f < asked.frame)
            && entry.get("current").is_some_and(|c| !c.is_null())
        {
            out.at(
                said,
                format!("/result/providers/{i}/current"),
                format!(
                    "the provider was disabled in frame {frame}, so it has no current \
            configuration"
                ),
            )
            .related(frame);
        }
    }
    let mut gone: Vec<_> = cx
        .state
        .providers
        .iter()
        .filter(|(id, p)| {
            p.disabled.is_some_and(|f| f < asked.frame)
                && p.listed
                && !list.iter().any(|e| e.get("providerId").and_then(Value::as_str) == Some(id))
        })
        .collect();
    gone.sort_by_key(|(id, _)| *id);
    for (id, _) in gone {
        out.at(
            said,
            "/result/providers",
            format!("the disabled provider {} is not listed any more", text::quoted(id)),
        );
    }
}
