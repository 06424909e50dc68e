//! Every JSON-RPC message is encoded as UTF-8.

use crate::core::json::Reason;
use crate::core::message::Remark;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "transport/not-utf8",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Every JSON-RPC message is encoded as UTF-8.",
    why: "A reader that decodes strictly fails on the line, and one that replaces bytes \
        changes the text.",
    fix: "Encode each message as UTF-8 without a byte order mark.",
    link: "/protocol/v1/transports",
    requirements: &["transport/utf8"],
    breaks: &[r#"b64 a2c eyJqc29ucnBjIjoiMi4wIiwibWV0aG9kIjoiX3gv/yJ9"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"_x/y","params":{"t":"é"}}"#],
    when: &[When::Line],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for remark in said.remarks() {
        if let Remark::NotJson {
            reason: reason @ (Reason::Utf8 | Reason::ByteOrderMark), at, ..
        } = remark
        {
            out.at(said, "", format!("{reason}, at byte {at}"));
        }
    }
}
