//! In its parts: `check` beside plain parsing of the same file, `import` beside plain inserting of the same frames.

use std::process::{Command, Stdio};
use std::time::Instant;

use serde_json::Value;

use crate::report::{Part, Row, Table, median, number};
use crate::session::Folder;
use crate::{Plan, Result, sample};

pub fn measure(plan: &Plan) -> Result<Part> {
    let (frames, rounds) = if plan.quick { (20_000, 2) } else { (1_000_000, 3) };
    let folder = Folder::new()?;
    let file = folder.path("sample.acp.jsonl");
    sample::write(frames, &file)?;
    let text = std::fs::read_to_string(&file)?;
    let raws: Vec<String> = text
        .lines()
        .filter_map(|l| serde_json::from_str::<Value>(l).ok()?["raw"].as_str().map(str::to_owned))
        .collect();
    let mut figures: [Vec<f64>; 4] = Default::default();
    for round in 0..rounds {
        figures[0].push(timed(|| parse(&text))?);
        figures[1].push(timed(|| run(plan, &["check"], &file, &folder, round))?);
        figures[2].push(timed(|| insert(&raws, &folder.path(&format!("plain-{round}.db"))))?);
        figures[3].push(timed(|| run(plan, &["import"], &file, &folder, round))?);
        eprintln!("core: round {} of {rounds}", round + 1);
    }
    let by = |a: usize, b: usize| {
        median(&mut figures[a].iter().zip(&figures[b]).map(|(a, b)| a / b).collect::<Vec<_>>())
    };
    let (check, import) = (by(1, 0), by(2, 3));
    let seconds = |i: usize| number(median(&mut figures[i].clone()));
    let mut table =
        Table::new(&["", "acp-scope, s", "yardstick, s", "figure", "must", "ambitious"]);
    let mut row = |label: String, own: usize, other: usize, figure, must, ambitious, more| {
        let cells = vec![label, seconds(own), seconds(other)];
        table.rows.push(Row { cells, figure, must, ambitious, more });
    };
    let frames = number(frames as f64);
    row(
        format!("`check` of {frames} frames, by parsing the file to `Value`"),
        1,
        0,
        check,
        4.0,
        2.5,
        false,
    );
    row(
        format!("`import` of {frames} frames: rate by plain inserts, 1,000 a transaction"),
        3,
        2,
        import,
        0.5,
        0.8,
        true,
    );
    Ok(table.part())
}

/// What a list of frames needs of a message, borrowed from it.
#[derive(serde::Deserialize)]
struct Envelope<'a> {
    #[serde(borrow)]
    method: Option<&'a str>,
    #[serde(borrow)]
    id: Option<&'a serde_json::value::RawValue>,
}

fn timed(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    // What the one before has left for the disk is not to be paid for by this one.
    Command::new("sync").status()?;
    let begun = Instant::now();
    work()?;
    Ok(begun.elapsed().as_secs_f64())
}

fn parse(text: &str) -> Result<()> {
    for line in text.lines() {
        std::hint::black_box(serde_json::from_str::<Value>(line)?);
    }
    Ok(())
}

/// What a recorder cannot do without: the envelope read, and a row with the bytes, a thousand a transaction.
pub fn insert(raws: &[String], db: &std::path::Path) -> Result<()> {
    let mut conn = rusqlite::Connection::open(db)?;
    conn.execute_batch(
        "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;
         CREATE TABLE frames (id INTEGER PRIMARY KEY, t INTEGER, dir INTEGER, method TEXT, rpc_id TEXT, raw BLOB)",
    )?;
    for (batch, raws) in raws.chunks(1_000).enumerate() {
        let tx = conn.transaction()?;
        {
            let mut row =
                tx.prepare_cached("INSERT INTO frames VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
            for (i, raw) in raws.iter().enumerate() {
                let envelope: Envelope<'_> = serde_json::from_str(raw)?;
                let number = (batch * 1_000 + i) as i64;
                row.execute(rusqlite::params![
                    number,
                    number,
                    0,
                    envelope.method,
                    envelope.id.map(|id| id.get()),
                    raw.as_bytes()
                ])?;
            }
        }
        tx.commit()?;
    }
    Ok(())
}

fn run(
    plan: &Plan,
    args: &[&str],
    file: &std::path::Path,
    folder: &Folder,
    round: usize,
) -> Result<()> {
    let db = folder.path(&format!("own-{round}.db"));
    let mut command = Command::new(&plan.program);
    command.args(args).arg(file).arg("--db").arg(db).stdout(Stdio::null()).stderr(Stdio::null());
    match command.status()?.code() {
        Some(0 | 1) => Ok(()),
        other => Err(format!("{args:?}: exit code {other:?}").into()),
    }
}
