//! A messageId stands for one message of the session, of one kind and one turn.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When, text};

pub(crate) static RULE: Rule = Rule {
    id: "prompt-turn/message-id-two-kinds",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A messageId stands for one message of the session, of one kind and one turn.",
    why: "Clients merge what has the same id into one message. (Described, not \
        demanded: a warning; whether thoughts and answers share their ids is not \
        settled: there a hint.)",
    fix: "Give each message an id that was not used before in the session.",
    link: "/protocol/v1/prompt-turn#3-agent-reports-output",
    requirements: &["prompt-turn/message-id-unique"],
    breaks: &[
        r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","messageId":"m1","content":{"type":"text","text":"q"}}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"a"}}}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"},"messageId":"m1"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
        c2a {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"},"messageId":"m1"}}}
        a2c {"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}"#,
    ],
    near_misses: &[r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"},"messageId":"m1"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_thought_chunk","content":{"type":"text","text":"hello"},"messageId":"m2"}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"},"messageId":"m1"}}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#],
    when: &[
        When::Update("user_message_chunk"),
        When::Update("agent_message_chunk"),
        When::Update("agent_thought_chunk"),
    ],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let (Some(session), Some(variant)) = (cx.state.session_of(said), said.variant()) else {
        return;
    };
    let Some(id) = said.text("/params/update/messageId") else { return };
    let Some(seen) = session.messages.get(id) else { return };
    let place = "/params/update/messageId";
    if seen.variant != variant {
        if !seen.others.iter().any(|v| v == variant) {
            let finding = out.at(
                said,
                place,
                format!(
                    "the id {} is that of a message of another kind ({}, frame {})",
                    text::quoted(id),
                    seen.variant,
                    seen.frame
                ),
            );
            finding.related(seen.frame);
            if variant != "user_message_chunk" && seen.variant != "user_message_chunk" {
                finding.severity(Severity::Info);
            }
        }
        return;
    }
    let replay = session.replay.is_some()
        || session.resuming.is_some()
        || session.loaded.is_some_and(|l| l > seen.frame);
    if replay || seen.turn == session.turn() && seen.ended == session.ended_count {
        return;
    }
    if seen.turn != 0 && seen.turn != session.turn() {
        let what = if session.turns.is_empty() {
            "its turn is over"
        } else {
            "it named a message of an earlier turn"
        };
        out.at(
            said,
            place,
            format!("the id {} goes on although {what} (frame {})", text::quoted(id), seen.frame),
        )
        .related(seen.frame);
    }
}
