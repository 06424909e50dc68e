//! Rows and core values to the page's JSON.

use super::dto;
use crate::core::frame::Dir;
use crate::core::message::Kind;
use crate::core::peer::Peer;
use crate::core::redact::{Place, Redacted};
use crate::core::rules;
use crate::store::{
    BatchRow, Bookmark, Ended, FindingRow, FrameRow, Origin, Phase, RecordingRow, StderrRow,
};

impl From<&RecordingRow> for dto::Recording {
    fn from(r: &RecordingRow) -> dto::Recording {
        dto::Recording {
            number: r.number,
            uuid: r.uuid.clone(),
            tags: r.tags.clone(),
            name: r.name.clone().or_else(|| r.agent.is_none().then(|| r.source.clone()).flatten()),
            origin: match r.origin {
                Origin::Run => dto::Origin::Run,
                Origin::Demo => dto::Origin::Demo,
                Origin::Import => dto::Origin::Import,
            },
            phase: match r.phase {
                Phase::Live => dto::Phase::Live,
                Phase::Ended => dto::Phase::Ended,
                Phase::Killed => dto::Phase::Killed,
            },
            command: r.command.clone(),
            cwd: r.cwd.clone(),
            client: r.client.as_ref().map(peer),
            agent: r.agent.as_ref().map(peer),
            protocol_version: r.protocol_version.clone(),
            started_at: r.started_at.map(rfc3339),
            duration: r.duration().seconds(),
            ended: ended(r),
            frames: r.frames,
            bytes: r.bytes,
            stderr_lines: r.stderr_lines,
            problems: r.problems,
            missing: r.missing.clone(),
            found: r.judged_by.map(|_| dto::Found {
                errors: r.found.errors,
                warnings: r.found.warnings,
                infos: r.found.infos,
            }),
            marks_changed: r.marks_changed,
        }
    }
}

fn peer(p: &Peer) -> dto::Peer {
    dto::Peer { name: p.name.clone(), title: p.title.clone(), version: p.version.clone() }
}

fn rfc3339(nanos: i64) -> String {
    jiff::Timestamp::from_nanosecond(i128::from(nanos))
        .map_or_else(|_| String::new(), |t| format!("{t:.3}"))
}

fn ended(r: &RecordingRow) -> Option<String> {
    Some(match (r.phase, r.ended) {
        (Phase::Live, _) => return None,
        (Phase::Killed, _) => "the proxy was killed".to_owned(),
        (Phase::Ended, Some(Ended::Code(code))) => format!("exit code {code}"),
        (Phase::Ended, Some(Ended::Signal(signal))) => format!("ended by signal {signal}"),
        (Phase::Ended, None) => "imported".to_owned(),
    })
}

fn kind(kind: Kind) -> dto::Kind {
    match kind {
        Kind::Invalid => dto::Kind::Invalid,
        Kind::Request => dto::Kind::Request,
        Kind::Response => dto::Kind::Response,
        Kind::Error => dto::Kind::Error,
        Kind::Notification => dto::Kind::Notification,
        Kind::Batch => dto::Kind::Batch,
    }
}

/// A finding, with what its rule says.
pub(super) fn finding(f: &FindingRow) -> dto::Finding {
    let rule = rules::rule(&f.rule);
    dto::Finding {
        rule: f.rule.clone(),
        severity: severity(&f.severity),
        side: if f.side == "client" { dto::Side::Client } else { dto::Side::Agent },
        frame: i64::from(f.frame.0),
        pointer: f.pointer.clone(),
        message: f.message.clone(),
        related: f.related.iter().map(|&n| i64::from(n)).collect(),
        session: f.session.clone(),
        draft: f.stability == "draft",
        requirement: rule.map(|r| r.requirement.to_owned()),
        fix: rule.map(|r| r.fix.to_owned()),
        link: rule.map(rules::Rule::address),
    }
}

pub(super) fn severity(word: &str) -> dto::Severity {
    match word {
        "error" => dto::Severity::Error,
        "warning" => dto::Severity::Warning,
        _ => dto::Severity::Info,
    }
}

impl From<Dir> for dto::Dir {
    fn from(dir: Dir) -> dto::Dir {
        match dir {
            Dir::ClientToAgent => dto::Dir::C2a,
            Dir::AgentToClient => dto::Dir::A2c,
        }
    }
}

/// A frame's row, with the few words that the list shows of its content, and the findings about it.
pub(super) fn frame(
    f: &FrameRow,
    preview: Option<String>,
    findings: &[FindingRow],
) -> dto::FrameRow {
    dto::FrameRow {
        n: i64::from(f.number.0),
        t: f.t.seconds(),
        span: f.span as f64 / 1e9,
        dir: f.dir.into(),
        kind: kind(f.kind),
        method: f.method.clone(),
        update: f.variant.clone(),
        id: f.rpc_id.clone(),
        session: f.session.clone(),
        size: f.size as i64,
        pair: f.pair.map(|n| i64::from(n.0)),
        latency: f.latency.map(|l| l as f64 / 1e9),
        problem: f.problem.clone(),
        unterminated: !f.terminated,
        preview,
        severity: findings
            .iter()
            .filter(|x| x.frame == f.number)
            .map(|x| severity(&x.severity))
            .max(),
        run: None,
    }
}

pub(super) fn batch_item(b: &BatchRow) -> dto::BatchItem {
    dto::BatchItem {
        kind: kind(b.kind),
        method: b.method.clone(),
        id: b.rpc_id.clone(),
        pair: b.pair.map(|n| i64::from(n.0)),
    }
}

pub(super) fn bookmark(b: &Bookmark) -> dto::Bookmark {
    dto::Bookmark {
        frame: b.frame,
        item: b.item.clone(),
        note: b.note.clone(),
        made_at: rfc3339(b.made_at),
    }
}

impl From<&StderrRow> for dto::StderrLine {
    fn from(r: &StderrRow) -> dto::StderrLine {
        dto::StderrLine {
            t: r.t.seconds(),
            after_frame: i64::from(r.after_frame),
            text: String::from_utf8_lossy(&r.line).into_owned(),
        }
    }
}

/// What was replaced.
pub(super) fn redaction(r: &Redacted) -> dto::Redaction {
    let frame = |p: &Place| match p {
        Place::Frame(n) => Some(*n),
        Place::Header | Place::Stderr(_) => None,
    };
    let frames: Vec<u32> = r.places.iter().filter_map(frame).collect();
    dto::Redaction {
        placeholder: r.placeholder.clone(),
        times: r.times,
        elsewhere: (r.places.len() - frames.len()) as u64,
        frames,
    }
}
