//! An update that needs a client capability is sent only if the client advertised it.

use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::protocol::updates;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "initialize/update-not-offered",
    severity: Severity::Error,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "An update that needs a client capability is sent only if the client \
        advertised it.",
    why: "Omitted and null capabilities count as unsupported: the other side will \
        refuse, or not understand. (Notices had no capability before September 2026, \
        so for them it is a warning.)",
    fix: "Send the update only to clients that advertise its capability.",
    link: "/protocol/v1/prompt-turn#session-notices",
    requirements: &[
        "notices/gated",
        "compaction/gated",
        "subagents/gated",
        "session-messages/gated",
        "plan/operations-gated",
    ],
    breaks: &[
        r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Note"}}}"#,
        r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"k1","status":"completed"}}}"#,
        r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"ch1"}}}"#,
        r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","messageId":"x1","content":[{"type":"text","text":"hi"}]}}}"#,
        r#"
        @init {} {}
        @session
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p1","entries":[]}}}}"#,
    ],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"N"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p1","entries":[]}}}}"#],
    when: &[When::Updates],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(update) = said.variant().and_then(updates::update) else { return };
    if let Some(gate) = update.gate
        && update.stability == Stability::Stable
        && cx.state.lacks(Side::Client, gate)
    {
        let message = format!(
            "{} needs the client capability {gate}, which the client did not \
            advertise",
            update.name
        );
        let finding = out.at(said, "/params/update/sessionUpdate", message);
        if update.name == "notice" {
            // Until September 2026 notices had no capability.
            finding.severity(Severity::Warning);
        }
    }
}
