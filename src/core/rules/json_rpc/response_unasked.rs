//! A response repeats the id of a request that the other side really sent and that is still
//! open.

use crate::core::message::Kind;
use crate::core::message::RequestId;
use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "json-rpc/response-unasked",
    severity: Severity::Error,
    binds: Binds::Both,
    since: "0.1.0",
    stability: Stability::Stable,
    requirement: "A response repeats the id of a request that the other side really sent and \
        that is still open.",
    why: "The receiver cannot match it: the answer is lost and the real request may \
        hang.",
    fix: "Answer each request once, with its id unchanged in value and type; use null \
        only for a message whose id could not be read.",
    link: "https://www.jsonrpc.org/specification#response_object",
    requirements: &["jsonrpc/response-id-matches", "jsonrpc/error-id-null-when-unknown"],
    breaks: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":99,"result":{"stopReason":"end_turn"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":
        a2c {"jsonrpc":"2.0","id":"unknown","error":{"code":-32700,"message":"Parse error"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":"2","method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#,
    ],
    near_misses: &[
        r#"
        @prelude
        c2a {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"hi"}]}}
        a2c {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}"#,
        r#"
        @prelude
        c2a {"jsonrpc":
        a2c {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}"#,
    ],
    when: &[When::Answers],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    let Some(id) = said.id else { return };
    let theirs = cx.state.asked(said.dir.opposite());
    if said.asked.is_some() || theirs.answered(id).is_some() {
        return;
    }
    let asker = cx.state.last[said.dir.opposite().index()].as_ref();
    if *id == RequestId::Null {
        let complains = cx.state.unreadable[said.dir.opposite().index()].is_some();
        let answers_notification = asker.is_some_and(|l| l.kind == Kind::Notification);
        let excused = complains && said.kind == Kind::Error;
        if !excused && !answers_notification && !cx.state.started_late {
            out.at(
                said,
                "/id",
                "a response with the id null, but no request has it and no line was \
            unreadable",
            );
        }
        return;
    }
    let twin = match id {
        RequestId::Number(n) => RequestId::Text(n.clone()),
        RequestId::Text(t) => RequestId::Number(t.clone()),
        RequestId::Null => return,
    };
    if let Some(open) = theirs.open(&twin) {
        let frame = open.asked.frame;
        let message = format!(
            "no open request has the id {id}; {twin} of frame {frame} is waiting: an id must come back \
             with its type"
        );
        out.at(said, "/id", message).related(frame);
    } else if cx.state.started_late {
        out.at(
            said,
            "/id",
            format!(
                "the request with the id {id} is not in the recording, which begins \
            late"
            ),
        )
        .severity(Severity::Info);
    } else if let Some(line) = cx.state.unreadable[said.dir.opposite().index()]
        && line.asks
    {
        // A lenient reader may have understood more of it.
        let message = format!(
            "no open request has the id {id}; it may answer frame {}, which could not be read",
            line.frame
        );
        out.at(said, "/id", message).related(line.frame).severity(Severity::Info);
    } else {
        out.at(said, "/id", format!("no open request has the id {id}"));
    }
}
