//! Form mode does not ask for secrets or credentials.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
pub(crate) static RULE: Rule = Rule {
    id: "elicitation/secret-in-form",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Form mode does not ask for secrets or credentials.",
    why: "Forms are logged and may reach the model. (Judged by the names, so a warning.)",
    fix: "Use the URL mode, so that the secret goes to its owner only.",
    link: "/protocol/v1/elicitation#form-mode",
    requirements: &["elicitation/no-secrets-in-form"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Choose","requestedSchema":{"type":"object","properties":{"password":{"type":"string","title":"Password"}}}}}"#],
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
    for (name, property) in
        said.at("/params/requestedSchema/properties").as_object().into_iter().flatten().take(1_000)
    {
        let title = property.get("title").and_then(Value::as_str).unwrap_or_default();
        if text::names_secret(name) || text::names_secret(title) {
            let name = name.replace('~', "~0").replace('/', "~1");
            out.at(
                said,
                format!("/params/requestedSchema/properties/{name}"),
                "the form seems to ask for a secret; secrets do not cross the client",
            );
        }
    }
}
