//! The selected optionId is one of those offered in the request.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "permission/option-not-offered",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The selected optionId is one of those offered in the request.",
    why: "The agent cannot know what the user wants.",
    fix: "Answer with the optionId of an option of the request.",
    link: "/protocol/v1/tool-calls#requesting-permission",
    requirements: &["permission/selected-option-offered"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"selected","optionId":"maybe"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":100,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Tool"},"options":[{"optionId":"yes","name":"Allow","kind":"allow_once"},{"optionId":"no","name":"Reject","kind":"reject_once"}]}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"outcome":{"outcome":"selected","optionId":"yes"}}}"#],
    when: &[When::Answer("session/request_permission")],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(asked), Some(chosen)) = (&said.asked, said.text("/result/outcome/optionId")) else {
        return;
    };
    if said.text("/result/outcome/outcome") != Some("selected") || asked.malformed {
        return;
    }
    let offered: Vec<&str> =
        asked.list("options").iter().filter_map(|o| o.get("optionId")?.as_str()).collect();
    if !offered.contains(&chosen) {
        let list = offered.iter().take(8).copied().collect::<Vec<_>>().join(", ");
        out.at(
            said,
            "/result/outcome/optionId",
            format!("{} was not among the offered options ({list})", text::quoted(chosen)),
        )
        .related(asked.frame);
    }
}
