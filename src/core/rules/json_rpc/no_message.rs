//! Each message is exactly one of request (method and id), notification (method, no id) or
//! response (id with result or error, no method).

use crate::core::message::Remark;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/no-message",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Each message is exactly one of request (method and id), notification (method, \
        no id) or response (id with result or error, no method).",
    why: "The receiver cannot tell a call from an answer and drops it, or pairs it with \
        the wrong request.",
    fix: "Send method with params, or id with result or error; send log records to \
        stderr.",
    link: "https://www.jsonrpc.org/specification#request_object",
    requirements: &["jsonrpc/message-shape"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","id":5,"method":"session/update","result":{}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"level":"info","id":2,"msg":"cache warm"}"#,
    ],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Line],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for remark in said.remarks() {
        match remark {
            Remark::NotAMessage => {
                out.at(
                    said,
                    "",
                    "a JSON object that is no message: it has neither method, result nor \
            error",
                );
            }
            Remark::Both(first @ "method", second) => {
                let message = format!(
                    "both {first} and {second}: a message is a call or an answer, not both"
                );
                out.at(said, format!("/{second}"), message);
            }
            _ => {}
        }
    }
}
