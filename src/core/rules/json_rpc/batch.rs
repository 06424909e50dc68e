//! Messages on stdio are sent one per line as single objects rather than as JSON-RPC batch
//! arrays.

use crate::core::message::Kind;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/batch",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Messages on stdio are sent one per line as single objects rather than as \
        JSON-RPC batch arrays.",
    why: "Many readers take an array for a fatal error. (The transport page speaks of \
        single messages, newer libraries accept batches: a warning.)",
    fix: "Write one object a line.",
    link: "/protocol/v1/transports#stdio",
    requirements: &["jsonrpc/batch-on-stdio"],
    breaks: &[r#"
        @prelude
        c2a [{"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}]"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","method":"_x/y","params":[]}"#],
    when: &[When::Line],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.kind == Kind::Batch && !said.reading.batch.is_empty() {
        let n = said.reading.batch.len();
        out.at(
            said,
            "",
            format!(
                "a batch of {n} messages in one line; ACP sends each message as a line \
            of its own"
            ),
        );
    }
}
