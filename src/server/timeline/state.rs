//! What each side knows.

use axum::Json;
use axum::extract::{Path, Query, State};
use serde_json::Value;

use super::{Look, cost, dto, look};
use crate::core::protocol::{Side, Stability, capabilities};
use crate::core::timeline::item::UsagePoint;
use crate::core::timeline::known;
use crate::core::tree;
use crate::server::Shared;
use crate::server::error::Error;

/// Reports of use that are given; a chart has no more pixels.
const POINTS: usize = 600;

pub(in crate::server) async fn state(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(asked): Query<Look>,
) -> Result<Json<dto::Known>, Error> {
    let seen = look(&app, number, asked.at, |view, held| {
        let known = known::at(view.timeline, held, view.at);
        let session_of = |at: u32| view.timeline.sessions[at as usize].id.as_deref();
        let open_requests = known.open.iter().map(|e| dto::OpenRequest {
            frame: e.frame.0,
            t: e.t.seconds(),
            dir: e.dir().into(),
            method: e.method.to_string(),
            session: session_of(e.session).map(str::to_owned),
        });
        Ok(dto::Known {
            at: view.at.0,
            open_requests: open_requests.collect(),
            connection: dto::KnownConnection {
                phase: known.handshake.word(),
                version: known.version,
                client: known.client.map(|c| introduced(c, Side::Client)),
                agent: known.agent.map(|a| introduced(a, Side::Agent)),
                auth_methods: known.auth_methods,
            },
            sessions: known.sessions.into_iter().map(known_session).collect(),
        })
    });
    Ok(Json(seen.await?))
}

fn introduced(side: known::Introduced, which: Side) -> dto::Introduced {
    let told = tree::Value::from(&side.capabilities);
    let permits = capabilities::all(which)
        .filter(|c| c.form != capabilities::Form::Group)
        .map(|c| dto::Permit {
            path: c.path,
            permits: c.permits,
            draft: c.stability == Stability::Draft,
            advertised: c.advertised(&told),
        })
        .collect();
    dto::Introduced { info: side.info, capabilities: side.capabilities, permits }
}

fn known_session(s: known::KnownSession<'_>) -> dto::KnownSession {
    dto::KnownSession {
        id: s.outline.id.map(str::to_owned),
        parent: s.outline.parent.map(str::to_owned),
        title: s.title,
        cwd: s.outline.cwd.map(str::to_owned),
        origin: s.outline.origin.map(crate::core::timeline::Origin::word),
        open_turn: s.outline.open_turn.map(|(number, _)| number),
        mode: s.mode.map(Value::Object),
        config: s.config,
        commands: s.commands,
        plans: s.plans.into_iter().map(Value::Object).collect(),
        usage: thinned(&s.usage).into_iter().map(usage).collect(),
    }
}

fn usage(u: &UsagePoint) -> dto::Usage {
    dto::Usage {
        frame: u.frame.0,
        t: u.t.seconds(),
        used: u.used,
        size: u.size,
        cost: u.cost.as_ref().map(|(amount, currency)| cost(*amount, currency)),
    }
}

/// Reports for a curve: of each stretch of them the first, the lowest, the highest and the last.
fn thinned<'a>(reports: &[&'a UsagePoint]) -> Vec<&'a UsagePoint> {
    if reports.len() <= POINTS {
        return reports.to_vec();
    }
    let used = |u: &&UsagePoint| u.used.unwrap_or_default();
    let mut thin = Vec::with_capacity(POINTS);
    for part in reports.chunks(reports.len().div_ceil(POINTS / 4)) {
        let places = || part.iter().enumerate();
        let low = places().min_by(|a, b| used(a.1).total_cmp(&used(b.1)));
        let high = places().max_by(|a, b| used(a.1).total_cmp(&used(b.1)));
        let mut kept: Vec<usize> = [low, high].into_iter().flatten().map(|(at, _)| at).collect();
        kept.extend([0, part.len() - 1]);
        kept.sort_unstable();
        kept.dedup();
        thin.extend(kept.into_iter().map(|at| part[at]));
    }
    thin
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::frame::{FrameNumber, Moment};

    #[test]
    fn a_thinned_curve_keeps_its_ends_and_its_peaks() {
        let point = |n: u32| UsagePoint {
            frame: FrameNumber(n),
            t: Moment(u64::from(n)),
            used: Some(if n == 7_777 { 1e6 } else { f64::from(n % 100) }),
            size: None,
            cost: None,
            meta: false,
        };
        let points: Vec<UsagePoint> = (1..=20_000).map(point).collect();
        let all: Vec<&UsagePoint> = points.iter().collect();
        let thin = thinned(&all);
        assert!(thin.len() <= POINTS);
        assert_eq!((thin[0].frame.0, thin[thin.len() - 1].frame.0), (1, 20_000));
        assert!(thin.windows(2).all(|w| w[0].frame < w[1].frame));
        assert!(thin.iter().any(|u| u.frame.0 == 7_777));
        assert_eq!(thinned(&all[..400]).len(), 400);
    }
}
