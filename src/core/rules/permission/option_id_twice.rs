//! The option ids of one request differ from each other.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};
use crate::core::tree::Value;
use std::collections::HashSet;

pub(crate) static RULE: Rule = Rule {
    id: "permission/option-id-twice",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The option ids of one request differ from each other.",
    why: "The answer names an option by its id only. (Described, not demanded: a \
        warning.)",
    fix: "Give each option an id of its own.",
    link: "/protocol/v1/tool-calls#permission-options",
    requirements: &["permission/option-ids-unique"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"A","kind":"allow_once"},{"optionId":"y","name":"B","kind":"reject_once"}]}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Tool"},"options":[{"optionId":"a","name":"A","kind":"allow_once"},{"optionId":"b","name":"B","kind":"allow_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"selected","optionId":"a"}}}"#],
    when: &[When::Call("session/request_permission")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let mut seen = HashSet::new();
    for (i, option) in said.list("/params/options").iter().enumerate() {
        if let Some(id) = option.get("optionId").and_then(Value::as_str)
            && !seen.insert(id)
        {
            out.at(
                said,
                format!("/params/options/{i}/optionId"),
                format!("the id {} stands for two options", text::quoted(id)),
            );
        }
    }
}
