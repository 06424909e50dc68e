//! Many proxies that record into one database at once, and one of them whose round trips are measured.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::report::{Part, Row, Table, median, number};
use crate::session::{Between, Folder, Session};
use crate::{Plan, Result};

/// Proxies beside the one that is measured.
const OTHERS: usize = 15;
/// What the start of them all costs is over after this long.
const SETTLED: Duration = Duration::from_secs(1);

pub fn measure(plan: &Plan) -> Result<Part> {
    let (rounds, seconds) = if plan.quick { (1, 1) } else { (5, 5) };
    let mut figures: [Vec<(f64, f64)>; 3] = Default::default();
    for round in 0..rounds {
        for (i, figures) in figures.iter_mut().enumerate() {
            // Alone; beside others that are recorded; beside others that are piped through `cat`.
            let others = [None, Some(Between::Scope), Some(Between::Pipes)][i];
            figures.push(beside(plan, others, Duration::from_secs(seconds))?);
        }
        eprintln!("many: round {} of {rounds}", round + 1);
    }
    let middle = |i: usize, of: fn(&(f64, f64)) -> f64| {
        median(&mut figures[i].iter().map(of).collect::<Vec<_>>())
    };
    let by = |i: usize| {
        median(&mut figures[i].iter().zip(&figures[0]).map(|(a, b)| a.1 / b.1).collect::<Vec<_>>())
    };
    let mut table = Table::new(&[
        "round trips of 200 B through a proxy",
        "p50, µs",
        "p99, µs",
        "p99 by alone",
        "must",
        "ambitious",
    ]);
    for (i, label) in [
        "alone",
        "beside 15 that record 1,000 frames/s each",
        "beside 15 such streams through `cat`",
    ]
    .into_iter()
    .enumerate()
    {
        let cells = vec![label.to_owned(), number(middle(i, |f| f.0)), number(middle(i, |f| f.1))];
        let row = match i {
            1 => Row { cells, figure: by(1), must: 2.0, ambitious: 1.3, more: false },
            _ => {
                let mut cells = cells;
                cells.push(number(by(i)));
                Row::plain(cells)
            }
        };
        table.rows.push(row);
    }
    Ok(table.part())
}

/// Round trips while others stream: median and 99th percentile in microseconds.
fn beside(plan: &Plan, others: Option<Between>, time: Duration) -> Result<(f64, f64)> {
    let folder = Folder::new()?;
    let db = folder.path("x.db");
    let over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let mut running = Vec::new();
        if let Some(between) = others {
            let frames = (1_000 * (time.as_secs() + 20)).to_string();
            for _ in 0..OTHERS {
                let mut other = Session::begin_in(
                    plan,
                    between,
                    &["stream", &frames, "300", "1000", "1"],
                    Folder::new()?,
                    &db,
                )?;
                other.handshake()?;
                other.prompt(300)?;
                let over = &over;
                running.push(
                    scope.spawn(
                        move || {
                            while !over.load(Ordering::Relaxed) && other.line().is_ok() {}
                        },
                    ),
                );
            }
        }
        let measured = trips(plan, &db, time);
        over.store(true, Ordering::Relaxed);
        for other in running {
            let _ = other.join();
        }
        measured
    })
}

fn trips(plan: &Plan, db: &std::path::Path, time: Duration) -> Result<(f64, f64)> {
    let mut s = Session::begin_in(plan, Between::Scope, &["echo"], Folder::new()?, db)?;
    s.handshake()?;
    std::thread::sleep(SETTLED);
    let begun = Instant::now();
    let mut times = Vec::new();
    while begun.elapsed() < time {
        let at = Instant::now();
        s.prompt(200)?;
        s.line()?;
        times.push(at.elapsed().as_secs_f64() * 1e6);
        // As a client that has something else to do.
        std::thread::sleep(Duration::from_millis(2));
    }
    s.end()?;
    times.sort_by(f64::total_cmp);
    Ok((times[times.len() / 2], times[times.len() * 99 / 100]))
}
