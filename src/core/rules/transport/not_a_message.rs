//! The agent writes nothing to stdout except valid ACP messages.

use crate::core::frame::Dir;
use crate::core::frame::FrameNumber;
use crate::core::json::Reason;
use crate::core::message::Kind;
use crate::core::message::Remark;
use crate::core::protocol::Side;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "transport/not-a-message",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "The agent writes nothing to stdout except valid ACP messages.",
    why: "A reader that parses every line stops here, or guesses; text between the \
        messages has broken many clients.",
    fix: "Send logs, banners and progress to stderr, and keep stdin and stdout for \
        messages.",
    link: "/protocol/v1/transports#stdio",
    requirements: &["transport/stdout-only-acp-messages", "transport/stdin-only-acp-messages"],
    breaks: &[r#"a2c npm warn deprecated foo@1.0.0"#, r#"c2a hello agent"#],
    near_misses: &[
        r#"
        @prelude
        err warming up
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"hello"}}}}"#,
        r#"
        @prelude
        a2c "#,
    ],
    when: &[When::Line, When::End],
    check: Check::Both(check, end),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if said.piece.is_none()
        && let Some(first) = cx.state.broken_off[said.dir.index()]
    {
        tell_broken_off(said.side(), first, false, out);
    }
    if said.kind != Kind::Invalid || said.piece.is_some() {
        return;
    }
    for remark in said.remarks() {
        match remark {
            Remark::NotJson { reason: Reason::Utf8 | Reason::ByteOrderMark, .. } => {}
            Remark::NotJson { .. } | Remark::SeveralValues { .. } | Remark::NotAnObject => {
                let stream = match said.dir {
                    Dir::AgentToClient => "stdout belongs to the protocol",
                    Dir::ClientToAgent => "the agent's stdin belongs to the protocol",
                };
                let why = remark.to_string();
                out.at(said, "", format!("this line is no message: {why}; {stream}"));
            }
            _ => {}
        }
    }
}

fn tell_broken_off(side: Side, frame: FrameNumber, at_end: bool, out: &mut Findings) {
    let message = "the JSON of this line breaks off; the lines behind it do not complete \
            it";
    let finding = out.about(frame, side, message);
    if at_end {
        finding.message =
            "the recording ends inside the JSON of this line: it was cut off".to_owned();
    }
}

fn end(cx: &Context<'_>, out: &mut Findings) {
    for dir in Dir::BOTH {
        if let Some(first) = cx.state.broken_off[dir.index()] {
            let last = cx.state.last[dir.index()].as_ref().map(|l| l.frame);
            tell_broken_off(
                Side::sending(dir),
                first,
                last == Some(first) && cx.state.cut_at_end[dir.index()],
                out,
            );
        }
    }
}
