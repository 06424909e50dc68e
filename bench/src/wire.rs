//! On the wire: acp-scope, a plain pipe and nothing at all take turns, in alternating order, so that what
//! else the machine does weighs on all of them alike. What counts are ratios within a round.

use std::collections::BTreeMap;
use std::process::Command;
use std::time::Instant;

use crate::agent::update;
use crate::report::{Part, Row, Table, median, number};
use crate::session::{Between, Session, now, number_after};
use crate::{Plan, Result};

/// Figures of one round by name.
type Figures = BTreeMap<String, f64>;

const TARGETS: [Between; 3] = [Between::Scope, Between::Pipes, Between::Nothing];

struct Counts {
    rounds: usize,
    trips: usize,
    stream: u64,
    burst: u64,
    large: usize,
    kills: usize,
}

pub fn measure(plan: &Plan) -> Result<Part> {
    let counts = if plan.quick {
        Counts { rounds: 2, trips: 300, stream: 1_000, burst: 20_000, large: 10_000_000, kills: 3 }
    } else {
        Counts {
            rounds: 7,
            trips: 2_000,
            stream: 4_000,
            burst: 200_000,
            large: 100_000_000,
            kills: 20,
        }
    };
    let mut all: BTreeMap<Between, Vec<Figures>> = BTreeMap::new();
    for round in 0..counts.rounds {
        let mut order = TARGETS;
        if round % 2 == 1 {
            order.reverse();
        }
        for _ in &TARGETS {
            all.entry(order[0]).or_default().push(Figures::new());
            order.rotate_left(1);
        }
        for step in [startup, trips, stream, burst, large] {
            for between in order {
                if let Some(figures) = all.get_mut(&between).and_then(|r| r.last_mut()) {
                    step(plan, &counts, between, figures)?;
                }
            }
        }
        eprintln!("wire: round {} of {}", round + 1, counts.rounds);
    }
    let (seen, lost) = kills(plan, counts.kills)?;
    let mut part = table(&all).part();
    part.text.push_str(&format!(
        "\nKilled with SIGKILL in mid-stream {} times: of {seen} frames that the client had received, {lost} were \
         missing from the recording.\n",
        counts.kills
    ));
    Ok(part)
}

fn startup(plan: &Plan, _: &Counts, between: Between, out: &mut Figures) -> Result<()> {
    let (mut up, mut down, mut mib) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..3 {
        let mut s = Session::begin(plan, between, &["echo"])?;
        up.push(s.handshake()?);
        mib.push(s.cost().0);
        down.push(s.end()?);
    }
    out.insert("start".into(), median(&mut up));
    out.insert("end".into(), median(&mut down));
    out.insert("idle MiB".into(), median(&mut mib));
    Ok(())
}

fn trips(plan: &Plan, counts: &Counts, between: Between, out: &mut Figures) -> Result<()> {
    for (name, bytes) in [("200 B", 200), ("2 KB", 2_048), ("64 KB", 65_536)] {
        let mut s = Session::begin(plan, between, &["echo"])?;
        s.handshake()?;
        let count = if bytes > 10_000 { counts.trips / 2 } else { counts.trips };
        let mut times = Vec::new();
        for i in 0..count + count / 10 {
            let begun = Instant::now();
            s.prompt(bytes)?;
            s.line()?;
            if i >= count / 10 {
                times.push(begun.elapsed().as_secs_f64() * 1e6);
            }
        }
        quantiles(out, &format!("rtt {name}"), &mut times);
        s.end()?;
    }
    Ok(())
}

fn stream(plan: &Plan, counts: &Counts, between: Between, out: &mut Figures) -> Result<()> {
    let frames = counts.stream.to_string();
    let mut s = Session::begin(plan, between, &["stream", &frames, "300", "2000", "1"])?;
    s.handshake()?;
    s.prompt(300)?;
    let before = s.cost().1;
    let mut times = Vec::new();
    for i in 0..counts.stream {
        let sent = number_after(s.line()?, "\"t\":").ok_or("an update without its time")?;
        if i > counts.stream / 20 {
            times.push(now().saturating_sub(sent) as f64 / 1e3);
        }
    }
    s.line()?;
    quantiles(out, "stream", &mut times);
    out.insert("cpu".into(), (s.cost().1 - before) / counts.stream as f64);
    s.end()?;
    Ok(())
}

fn burst(plan: &Plan, counts: &Counts, between: Between, out: &mut Figures) -> Result<()> {
    let frames = counts.burst.to_string();
    for (name, batch) in [("line", "1"), ("buffered", "218")] {
        let mut s = Session::begin(plan, between, &["stream", &frames, "300", "0", batch])?;
        s.handshake()?;
        let begun = Instant::now();
        s.prompt(300)?;
        for i in 0..counts.burst {
            if number_after(s.line()?, "\"n\":") != Some(i) {
                return Err(format!("frame {i} is not where it was due").into());
            }
        }
        out.insert(format!("burst {name}"), counts.burst as f64 / begun.elapsed().as_secs_f64());
        s.line()?;
        out.insert(format!("burst {name} MiB"), s.cost().0);
        s.end()?;
        if between == Between::Scope {
            let db = s.folder.path("x.db");
            let recorded = recorded(plan, &db)?;
            let taken = begun.elapsed().as_secs_f64();
            out.insert(format!("recorded {name}"), counts.burst as f64 / taken);
            out.insert(format!("inserted {name}"), inserted(counts.burst, &s)? / taken);
            // Two of the handshake and the prompt, each with its answer.
            out.insert("lost".into(), counts.burst as f64 + 6.0 - recorded as f64);
            let bytes = std::fs::metadata(&db)?.len() as f64;
            out.insert("bytes a frame".into(), bytes / (counts.burst as f64 * 300.0));
        }
    }
    let mut s = Session::begin(plan, between, &["sink"])?;
    s.handshake()?;
    let begun = now();
    let mut line = Vec::new();
    for i in 0..counts.burst / 2 {
        line.clear();
        update(&mut line, i, 300);
        s.send(&line)?;
    }
    s.prompt(300)?;
    let line = s.line()?;
    if number_after(line, "\"seen\":") != Some(counts.burst / 2) {
        return Err("the agent has not got what was sent".into());
    }
    let got = number_after(line, "\"got\":").ok_or("an answer without its time")?;
    out.insert("burst up".into(), counts.burst as f64 / 2.0 / ((got - begun) as f64 / 1e9));
    s.end()?;
    Ok(())
}

/// Seconds that it takes to insert as many frames, and no more than that.
fn inserted(frames: u64, s: &Session) -> Result<f64> {
    let raws: Result<Vec<String>> = (0..frames)
        .map(|i| {
            let mut line = Vec::new();
            update(&mut line, i, 300);
            Ok(String::from_utf8(line)?)
        })
        .collect();
    let (raws, db) = (raws?, s.folder.path("plain.db"));
    let begun = Instant::now();
    crate::core::insert(&raws, &db)?;
    let taken = begun.elapsed().as_secs_f64();
    std::fs::remove_file(db)?;
    Ok(taken)
}

/// Frames in the database once all is indexed.
fn recorded(plan: &Plan, db: &std::path::Path) -> Result<u64> {
    let listed = Command::new(&plan.program).args(["list", "--db"]).arg(db).output()?;
    if !listed.status.success() {
        return Err(String::from_utf8_lossy(&listed.stderr).into_owned().into());
    }
    let conn = rusqlite::Connection::open(db)?;
    let count: i64 = conn.query_row("SELECT count(*) FROM frames", [], |r| r.get(0))?;
    Ok(u64::try_from(count)?)
}

fn large(plan: &Plan, counts: &Counts, between: Between, out: &mut Figures) -> Result<()> {
    let mut s = Session::begin(plan, between, &["echo"])?;
    s.handshake()?;
    let begun = now();
    s.prompt(counts.large)?;
    let answer = s.line()?;
    let end = now();
    if answer.len().abs_diff(counts.large) > 200 {
        return Err(format!("{} bytes came back", answer.len()).into());
    }
    let (got, sent) = (number_after(answer, "\"got\":"), number_after(answer, "\"sent\":"));
    let (Some(got), Some(sent)) = (got, sent) else {
        return Err("an answer without its times".into());
    };
    out.insert("large up".into(), (got - begun) as f64 / 1e6);
    out.insert("large down".into(), (end - sent) as f64 / 1e6);
    out.insert("large MiB".into(), s.cost().0);
    s.end()?;
    Ok(())
}

/// Ends the proxy alone in mid-stream: frames that the client had, and those of them that are not recorded.
fn kills(plan: &Plan, times: usize) -> Result<(u64, u64)> {
    let (mut seen, mut lost) = (0, 0);
    for i in 0..times {
        let mut s = Session::begin(plan, Between::Scope, &["stream", "1000000", "300", "0", "1"])?;
        s.handshake()?;
        s.prompt(300)?;
        // Another moment each time, up to a few tenths of a second in.
        let mut last = None;
        let number = |line: &[u8]| number_after(line, "\"n\":").filter(|_| line.ends_with(b"\n"));
        for _ in 0..2_000 + i * 7_919 {
            last = number(s.line()?).or(last);
        }
        s.child.kill()?;
        while let Ok(line) = s.line() {
            last = number(line).or(last);
        }
        let received = last.ok_or("nothing was received")? + 1;
        s.child.wait()?;
        let recorded = recorded(plan, &s.folder.path("x.db"))?;
        seen += received;
        lost += (received + 5).saturating_sub(recorded);
    }
    Ok((seen, lost))
}

fn quantiles(out: &mut Figures, name: &str, times: &mut [f64]) {
    times.sort_by(f64::total_cmp);
    let at = |q: f64| times[((times.len() - 1) as f64 * q) as usize];
    out.insert(format!("{name} p50"), at(0.5));
    out.insert(format!("{name} p99"), at(0.99));
}

fn table(all: &BTreeMap<Between, Vec<Figures>>) -> Table {
    let of = |between: Between, name: &str| -> Vec<f64> {
        all[&between].iter().filter_map(|f| f.get(name).copied()).collect()
    };
    let middle = |between, name: &str| median(&mut of(between, name));
    let by = |other, name: &str, how: fn(f64, f64) -> f64| {
        let pairs = of(Between::Scope, name).into_iter().zip(of(other, name));
        median(&mut pairs.map(|(a, b)| how(a, b)).collect::<Vec<_>>())
    };
    let mut table =
        Table::new(&["", "acp-scope", "`cat`", "direct", "figure", "must", "ambitious"]);
    let mut row = |name: &str, label: &str, figure: f64, must: f64, ambitious: f64, more: bool| {
        let shown = |between| match of(between, name).is_empty() {
            true => "–".to_owned(),
            false => number(middle(between, name)),
        };
        table.rows.push(Row {
            cells: vec![
                label.to_owned(),
                shown(Between::Scope),
                shown(Between::Pipes),
                shown(Between::Nothing),
            ],
            figure,
            must,
            ambitious,
            more,
        });
    };
    let ratio = |name: &str| by(Between::Pipes, name, |a, b| a / b);
    for (size, p50, p99) in [
        ("200 B", (1.25, 1.1), (2.0, 1.4)),
        ("2 KB", (1.25, 1.1), (2.0, 1.4)),
        ("64 KB", (1.6, 1.3), (2.5, 1.8)),
    ] {
        for (quantile, (must, ambitious)) in [("p50", p50), ("p99", p99)] {
            let name = format!("rtt {size} {quantile}");
            row(
                &name,
                &format!("round trip {size}, {quantile}, µs"),
                ratio(&name),
                must,
                ambitious,
                false,
            );
        }
    }
    row("stream p50", "2,000 frames/s, one way, p50, µs", ratio("stream p50"), 1.35, 1.2, false);
    row("stream p99", "2,000 frames/s, one way, p99, µs", ratio("stream p99"), 3.0, 2.0, false);
    row("cpu", "2,000 frames/s, processor µs a frame", ratio("cpu"), 4.0, 2.5, false);
    row("burst line", "burst, a write a line, frames/s", ratio("burst line"), 0.6, 0.85, true);
    row(
        "burst buffered",
        "burst, 64 KB a write, frames/s",
        ratio("burst buffered"),
        0.4,
        0.55,
        true,
    );
    row("burst up", "burst to the agent, frames/s", ratio("burst up"), 0.5, 0.8, true);
    row("large up", "one line of 100 MB, up, ms", ratio("large up"), 2.0, 1.3, false);
    row("large down", "one line of 100 MB, down, ms", ratio("large down"), 2.0, 1.3, false);
    let of_own = |name: &str| middle(Between::Scope, name);
    row("idle MiB", "MiB, idle", of_own("idle MiB"), 10.0, 6.0, false);
    row(
        "burst line MiB",
        "MiB, after a burst of 200,000",
        of_own("burst line MiB"),
        32.0,
        16.0,
        false,
    );
    row("large MiB", "MiB, one line of 100 MB", of_own("large MiB"), 64.0, 32.0, false);
    let start = by(Between::Nothing, "start", |a, b| a - b);
    row("start", "start-up over direct, ms", start, 6.0, 3.0, false);
    row("end", "input closed to exit, ms", of_own("end"), 50.0, 20.0, false);
    let rows = "burst to its last row, frames/s; by plain inserts";
    row("recorded line", rows, of_own("inserted line"), 0.6, 0.9, true);
    row(
        "recorded buffered",
        "the same, 64 KB a write",
        of_own("inserted buffered"),
        0.6,
        0.9,
        true,
    );
    row("bytes a frame", "bytes by those of the frames", of_own("bytes a frame"), 1.3, 0.4, false);
    row("lost", "frames lost", of_own("lost"), 0.0, 0.0, false);
    table
}
