//! Frames are of a size and form that their readers can hold.

use crate::core::protocol::{Side, Stability};
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "transport/envelope-only",
    severity: Severity::Info,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "Frames are of a size and form that their readers can hold.",
    why: "Of a frame over 64 MiB, of one with more than a million values, and of one that parsers refuse although \
        it is JSON, acp-scope reads only who calls what. Its content is not judged, and neither is what depends on it.",
    fix: "Send large content in pieces, or as a link to a file.",
    link: "/protocol/v1/transports",
    requirements: &[],
    breaks: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"_x/y","params":[1E400]}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"c1","title":"t","rawInput":[1E400]}}}
        a2c {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"c1","status":"completed"}}}"#],
    near_misses: &[r#"
        @prelude
        a2c {"jsonrpc":"2.0","method":"_x/y","params":["half of a pair: \ud83d"]}"#],
    when: &[When::End],
    check: Check::End(check),
};

fn check(cx: &Context<'_>, out: &mut Findings) {
    let unread = &cx.state.unread;
    let Some(&first) = unread.first.first() else { return };
    let list = unread.first.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let more = if unread.count as usize > unread.first.len() { " and more" } else { "" };
    let frames = if unread.count == 1 { "frame" } else { "frames" };
    let finding = out.about(
        first,
        unread.side.unwrap_or(Side::Agent),
        format!(
            "{} {frames} ({list}{more}) could not be held: judged only by method, id and session, \
             and what depends on the content only where it is certain",
            unread.count
        ),
    );
    for &frame in &unread.first {
        finding.related(frame);
    }
}
