//! The mode announced by current_mode_update is one of the available modes.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "modes/update-unknown",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The mode announced by current_mode_update is one of the available modes.",
    why: "Clients cannot show what is chosen. (Described, not demanded.)",
    fix: "Announce modes of availableModes only.",
    link: "/protocol/v1/session-modes#from-the-agent",
    requirements: &["modes/update-available"],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"current_mode_update","currentModeId":"fly"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"current_mode_update","currentModeId":"code"}}}"#],
    when: &[When::Update("current_mode_update")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if let Some(modes) = cx.state.session_of(said).and_then(|s| s.modes.as_ref())
        && let Some(id) = said.text("/params/update/currentModeId")
        && !modes.available.iter().any(|m| m == id)
    {
        out.at(
            said,
            "/params/update/currentModeId",
            format!("the session has no mode {}", text::quoted(id)),
        );
    }
}
