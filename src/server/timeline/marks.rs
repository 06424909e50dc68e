//! What stands out along a recording, as fine as a width can show it.

use axum::Json;
use axum::extract::{Path, Query, State};

use super::{dto, look};
use crate::core::frame::Moment;
use crate::core::timeline::marks::{self, Time, TurnMark};
use crate::server::Shared;
use crate::server::density::{self, Width};
use crate::server::error::Error;

pub(in crate::server) async fn get(
    State(app): State<Shared>,
    Path(number): Path<i64>,
    Query(width): Query<Width>,
) -> Result<Json<dto::Marks>, Error> {
    let buckets = width.buckets();
    let line = density::line(&app, number).await?;
    let cell = move |t: Moment| (line.place(t.seconds()) * buckets as f64) as usize;
    let seen = look(&app, number, None, move |view, _| {
        let marks = marks::marks(view.timeline);
        Ok(dto::Marks {
            folded: view.folded,
            frames: view.frames,
            turns: turns(&marks.turns, &cell),
            waits: joined(&marks.waits, &cell),
            replays: joined(&marks.replays, &cell),
            compactions: compactions(&marks, &cell),
        })
    });
    Ok(Json(seen.await?))
}

/// Turns that begin in the same place are one mark.
fn turns(all: &[TurnMark], cell: impl Fn(Moment) -> usize) -> Vec<dto::TurnMark> {
    let mut out: Vec<(usize, dto::TurnMark)> = Vec::new();
    for turn in all {
        let at = cell(turn.from);
        let to_t = turn.to.map(Moment::seconds);
        match out.last_mut() {
            Some((place, mark)) if *place == at => {
                mark.count += 1;
                mark.to_t = mark.to_t.zip(to_t).map(|(a, b)| a.max(b));
            }
            _ => out.push((
                at,
                dto::TurnMark {
                    number: turn.number,
                    count: 1,
                    frame: turn.frame.0,
                    from_t: turn.from.seconds(),
                    to_t,
                },
            )),
        }
    }
    out.into_iter().map(|(_, mark)| mark).collect()
}

/// Times that touch each other in this width are one.
fn joined(times: &[Time], cell: impl Fn(Moment) -> usize) -> Vec<dto::TimeSpan> {
    let mut out: Vec<Time> = Vec::new();
    for time in times {
        match out.last_mut() {
            Some(Time { to: None, .. }) => break,
            Some(last) if last.to.is_some_and(|to| cell(time.from) <= cell(to)) => {
                last.to = last.to.zip(time.to).map(|(a, b)| a.max(b));
            }
            _ => out.push(*time),
        }
    }
    let seconds = |time: Time| dto::TimeSpan {
        from_t: time.from.seconds(),
        to_t: time.to.map(Moment::seconds),
    };
    out.into_iter().map(seconds).collect()
}

fn compactions(marks: &marks::Marks, cell: impl Fn(Moment) -> usize) -> Vec<dto::CompactionMark> {
    let mut out: Vec<(usize, dto::CompactionMark)> = Vec::new();
    for (frame, t) in &marks.compactions {
        let at = cell(*t);
        match out.last_mut() {
            Some((place, mark)) if *place == at => mark.count += 1,
            _ => {
                let mark = dto::CompactionMark { frame: frame.0, t: t.seconds(), count: 1 };
                out.push((at, mark));
            }
        }
    }
    out.into_iter().map(|(_, mark)| mark).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::frame::FrameNumber;

    const SECOND: u64 = 1_000_000_000;

    fn at(seconds: u64) -> Moment {
        Moment(seconds * SECOND)
    }

    /// Ten seconds to a cell.
    fn cell(t: Moment) -> usize {
        (t.0 / SECOND / 10) as usize
    }

    #[test]
    fn turns_that_cannot_be_told_apart_are_one_mark_and_long_ones_stay() {
        let turn = |number: u32, from: u64, to: Option<u64>| TurnMark {
            number,
            frame: FrameNumber(number),
            from: at(from),
            to: to.map(at),
        };
        let all =
            [turn(1, 0, Some(2)), turn(2, 3, Some(9)), turn(3, 11, Some(60)), turn(4, 61, None)];
        let marks = turns(&all, cell);
        let told: Vec<_> = marks.iter().map(|m| (m.number, m.count, m.to_t)).collect();
        assert_eq!(told, [(1, 2, Some(9.0)), (3, 1, Some(60.0)), (4, 1, None)]);
    }

    #[test]
    fn times_that_touch_are_joined_and_one_without_an_end_is_the_last() {
        let time = |from: u64, to: Option<u64>| Time { from: at(from), to: to.map(at) };
        let all = [
            time(1, Some(3)),
            time(5, Some(25)),
            time(40, Some(41)),
            time(50, None),
            time(55, Some(56)),
        ];
        let told: Vec<_> = joined(&all, cell).iter().map(|s| (s.from_t, s.to_t)).collect();
        assert_eq!(told, [(1.0, Some(25.0)), (40.0, Some(41.0)), (50.0, None)]);
    }
}
