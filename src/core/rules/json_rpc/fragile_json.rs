//! Each key of an object stands once, and values are such that every parser takes them.

use crate::core::message::Remark;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/fragile-json",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Each key of an object stands once, and values are such that every parser \
        takes them.",
    why: "What the receiver sees depends on its JSON library.",
    fix: "Write each key once; avoid lone surrogates, numbers beyond a double and \
        nesting beyond 128 levels.",
    link: "https://www.rfc-editor.org/rfc/rfc8259#section-4",
    requirements: &[],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"_x/y","params":{"a":1,"a":2}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"_x/y","params":{"a":1,"b":{"a":2}}}"#],
    when: &[When::Line],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    for remark in said.remarks() {
        match remark {
            Remark::DuplicateKey(key) => {
                out.at(
                    said,
                    "",
                    format!(
                        "the key {} stands twice in one object; readers differ in which one \
            they take",
                        text::quoted(key)
                    ),
                );
            }
            Remark::NotPortable(_) => {
                out.at(said, "", remark.to_string()).severity(Severity::Info);
            }
            _ => {}
        }
    }
}
