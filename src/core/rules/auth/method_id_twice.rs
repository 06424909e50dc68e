//! Each advertised authentication method has its own id.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    id: "auth/method-id-twice",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Each advertised authentication method has its own id.",
    why: "authenticate names a method by its id only. (Described, not demanded: a \
        warning.)",
    fix: "Give each method an id of its own.",
    link: "/protocol/v1/authentication#advertising-authentication",
    requirements: &["auth/method-ids-unique"],
    breaks: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"},"authMethods":[{"id":"a","name":"A"},{"id":"a","name":"B"}]}}"#],
    near_misses: &[r#"@prelude"#],
    when: &[When::Answer("initialize")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let mut seen = HashSet::new();
    for (i, method) in said.list("/result/authMethods").iter().enumerate() {
        if let Some(id) = method.get("id").and_then(Value::as_str)
            && !seen.insert(id)
        {
            out.at(
                said,
                format!("/result/authMethods/{i}/id"),
                format!("the id {} stands for two methods", text::quoted(id)),
            );
        }
    }
}
