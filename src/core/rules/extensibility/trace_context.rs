//! traceparent, tracestate and baggage at the root of _meta are used only for W3C trace
//! context.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "extensibility/trace-context",
    severity: Severity::Warning,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "traceparent, tracestate and baggage at the root of _meta are used only for \
        W3C trace context.",
    why: "Tracing tools read the key.",
    fix: "Use another key for other data.",
    link: "/protocol/v1/extensibility#the-_meta-field",
    requirements: &["extensibility/trace-context-keys"],
    breaks: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}],"_meta":{"traceparent":"abc"}}}"#],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}],"_meta":{"traceparent":"00-80e1afed08e019fc1110464cfa66635c-7a085853722dc6d2-01"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[When::Message],
    check: Check::Said(check),
};

fn check(_cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let holders = [
        ("/params/_meta", said.params()),
        ("/result/_meta", said.result()),
        ("/params/update/_meta", said.update()),
    ];
    for (base, holder) in holders {
        let Some(value) = holder.get("_meta").and_then(|meta| meta.get("traceparent")) else {
            continue;
        };
        let fits = value.as_str().is_some_and(|text| {
            let parts: Vec<&str> = text.split('-').collect();
            let sizes: Vec<usize> = parts.iter().map(|p| p.len()).collect();
            sizes == [2, 32, 16, 2]
                && parts.iter().all(|p| p.bytes().all(|b| b.is_ascii_hexdigit()))
        });
        if !fits {
            out.at(
                said,
                format!("{base}/traceparent"),
                "traceparent is kept for W3C trace context, and this is none",
            );
        }
    }
}
