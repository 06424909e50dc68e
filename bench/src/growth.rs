//! How cost grows with the length of a recording: time and memory a frame.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::report::{Part, Row, Table, number, plot};
use crate::session::{Folder, peak};
use crate::{Plan, Result, sample};

struct Cost {
    seconds: f64,
    mib: f64,
}

pub fn measure(plan: &Plan) -> Result<Part> {
    let sizes: &[u64] =
        if plan.quick { &[1_000, 10_000] } else { &[1_000, 10_000, 100_000, 1_000_000] };
    let mut steps: Vec<(&str, Vec<Cost>)> =
        ["imported", "judged", "folded", "page opened", "found, index made", "found again"]
            .map(|name| (name, Vec::new()))
            .into();
    for &frames in sizes {
        let folder = Folder::new()?;
        let (file, db) = (folder.path("sample.acp.jsonl"), folder.path("x.db"));
        sample::write(frames, &file)?;
        let file = file.to_string_lossy().into_owned();
        // Nowhere in it: the search has to be sure of that.
        let needle = "xylophone";
        let costs = [
            run(plan, &["import", &file], &db)?,
            run(plan, &["check", &file], &db)?,
            run(plan, &["show", "1", "--view", "timeline", "--turn", "1"], &db)?,
            opened(plan, &db)?,
            run(plan, &["search", needle, "--limit", "200"], &db)?,
            run(plan, &["search", needle, "--limit", "200"], &db)?,
        ];
        for (step, cost) in steps.iter_mut().zip(costs) {
            step.1.push(cost);
        }
        eprintln!("growth: {frames} frames");
    }
    let mut head = vec!["", "", "1 k", "10 k", "100 k", "1 M"];
    head.truncate(2 + sizes.len());
    let mut table = Table::new(&head);
    for (name, costs) in &steps {
        let mut line = |label: &str, unit: &str, of: &dyn Fn(&Cost, f64) -> f64| {
            let cells = costs.iter().zip(sizes).map(|(c, &n)| number(of(c, n as f64)));
            table.rows.push(Row::plain(
                [label.to_owned(), unit.to_owned()].into_iter().chain(cells).collect(),
            ));
        };
        line(name, "µs a frame", &|c, n| c.seconds * 1e6 / n);
        line("", "MiB at most", &|c, _| c.mib);
    }
    let lines: Vec<_> = steps
        .iter()
        .map(|(name, costs)| {
            let points =
                sizes.iter().zip(costs).map(|(&n, c)| (n as f64, c.seconds * 1e6 / n as f64));
            ((*name).to_owned(), points.collect())
        })
        .collect();
    let mut part = table.part();
    part.text.push_str("\n![Microseconds a frame over the number of frames](growth.svg)\n");
    part.picture = Some(("growth.svg", plot("µs a frame, start of the program included", &lines)));
    Ok(part)
}

/// Runs a command to its end.
fn run(plan: &Plan, args: &[&str], db: &Path) -> Result<Cost> {
    let begun = Instant::now();
    let mut child = Command::new(&plan.program)
        .args(args)
        .arg("--db")
        .arg(db)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut mib = 0f64;
    let status = loop {
        mib = mib.max(resident(&child));
        if let Some(status) = child.try_wait()? {
            break status;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    match status.code() {
        Some(0 | 1) => Ok(Cost { seconds: begun.elapsed().as_secs_f64(), mib }),
        other => Err(format!("{args:?}: exit code {other:?}").into()),
    }
}

fn resident(child: &Child) -> f64 {
    peak(&std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default())
}

/// Starts the page's server, and asks for what a page shows first: the list, the first frames, the head of the
/// timeline.
fn opened(plan: &Plan, db: &Path) -> Result<Cost> {
    let begun = Instant::now();
    let mut child = Command::new(&plan.program)
        .args(["ui", "--port", "0", "--db"])
        .arg(db)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()?;
    let asked = (|| {
        let mut line = String::new();
        BufReader::new(child.stdout.take().ok_or("no stdout")?).read_line(&mut line)?;
        let address = line.trim().rsplit("127.0.0.1:").next().ok_or("no address")?;
        let (port, token) = address.split_once("/?token=").ok_or("no token")?;
        for path in ["", "/1/frames?limit=100", "/1/timeline?limit=100"] {
            let mut stream = TcpStream::connect(("127.0.0.1", port.parse()?))?;
            let request = format!(
                "GET /api/recordings{path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
            );
            stream.write_all(request.as_bytes())?;
            let mut answer = String::new();
            stream.read_to_string(&mut answer)?;
            if !answer.starts_with("HTTP/1.1 200") {
                return Err(
                    format!("{path}: {}", answer.lines().next().unwrap_or("no answer")).into()
                );
            }
        }
        Ok(Cost { seconds: begun.elapsed().as_secs_f64(), mib: resident(&child) })
    })();
    let _ = child.kill();
    let _ = child.wait();
    asked
}
