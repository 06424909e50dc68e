//! A session is set up on this connection before it is used, also if it was listed or reported
//! open.

use crate::core::frame::Dir;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "prompt-turn/session-not-set-up",
    severity: Severity::Error,
    binds: Binds::Client,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A session is set up on this connection before it is used, also if it was \
        listed or reported open.",
    why: "The agent does not know the session, or not on this connection. (A cancel for \
        it does no harm: then a warning.)",
    fix: "Send session/new, session/load or session/resume first.",
    link: "/protocol/v1/prompt-turn",
    requirements: &[
        "prompt-turn/after-session-setup",
        "session-list/discovery-only",
        "session-list/status-not-attached",
    ],
    breaks: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s9","prompt":[{"type":"text","text":"hi"}]}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"sessions":[{"sessionId":"s5","cwd":"/w"}]}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s5","prompt":[{"type":"text","text":"hi"}]}}"#,
        r#"
        @init {} {"sessionCapabilities":{"status":{}}}
        c2a {"jsonrpc":"2.0","id":1,"method":"session/status","params":{"sessionId":"s5"}}
        a2c {"jsonrpc":"2.0","id":1,"result":{"status":"open"}}
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s5","prompt":[{"type":"text","text":"hi"}]}}"#,
    ],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s7","cwd":"/w","mcpServers":[]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s7","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s7","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}"#,
    ],
    when: &[
        When::Call("session/prompt"),
        When::Call("session/set_mode"),
        When::Call("session/set_config_option"),
        When::Call("session/close"),
        When::Call("session/cancel"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.dir != Dir::ClientToAgent || cx.state.started_late || !said.is_sound() {
        return;
    }
    let Some(id) = said.session() else { return };
    let method = said.method.unwrap_or_default();
    match cx.state.session(id) {
        None => {
            let message = match cx.state.listed.get(id) {
                Some(listed) => format!(
                    "the session {} was only listed (frame {}); load or resume it first",
                    text::quoted(id),
                    listed.frame
                ),
                None => format!(
                    "the session {} was neither created, loaded nor resumed on this \
            connection",
                    text::quoted(id)
                ),
            };
            let finding = out.at(said, "/params/sessionId", message);
            if method == "session/cancel" {
                finding.severity(Severity::Warning);
            }
        }
        Some(session) => {
            let Some(closed) = session.closed.filter(|_| method != "session/cancel") else {
                return;
            };
            let message = format!("the session {} was closed in frame {closed}", text::quoted(id));
            out.at(said, "/params/sessionId", message).related(closed);
        }
    }
}
