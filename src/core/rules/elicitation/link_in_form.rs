//! Form requests contain no links meant to be clicked.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "elicitation/link-in-form",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Form requests contain no links meant to be clicked.",
    why: "Users are led away without the checks of the URL mode. (Judged by the text, \
        so a warning.)",
    fix: "Use the URL mode.",
    link: "/protocol/v1/elicitation#url-security",
    requirements: &["elicitation/form-no-clickable-urls"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Open https://x.example/login","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"s":{"type":"string"}}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"action":"decline"}}"#],
    when: &[When::Call("elicitation/create")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.text("/params/mode") != Some("form") {
        return;
    }
    let is_link = |t: &str| t.contains("https://") || t.contains("http://");
    if said.text("/params/message").is_some_and(is_link) {
        out.at(said, "/params/message", "a form with a link to click");
    }
    for (name, property) in
        said.at("/params/requestedSchema/properties").as_object().into_iter().flatten().take(1_000)
    {
        for key in ["title", "description"] {
            if property.get(key).and_then(Value::as_str).is_some_and(is_link) {
                let name = name.replace('~', "~0").replace('/', "~1");
                out.at(
                    said,
                    format!("/params/requestedSchema/properties/{name}/{key}"),
                    "a form with a link to click",
                );
            }
        }
    }
}
