//! What a wire, a disk and other processes can do to the proxy: loads, stops, locks, damage.
//!
//! The slow ones are marked: `cargo test --profile slow --test odds -- --ignored --nocapture` runs them and prints figures.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use support::{Home, noise};

/// The most memory that a process has held, in bytes, from the system's own files, which are not touched.
fn peak_memory(child: &Child) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? * 1024)
}

fn line(reader: &mut impl BufRead) -> String {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

/// Sends a stream of bytes to `cat` and compares what comes back, without holding either.
fn through_cat(
    home: &Home,
    total: u64,
    byte_at: impl Fn(u64) -> u8 + Send + Sync,
) -> (u64, Duration) {
    let mut child = home.proxy("exec cat");
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let began = Instant::now();
    let mut peak = 0;
    std::thread::scope(|s| {
        let fill = |from: u64, buffer: &mut Vec<u8>| {
            buffer.clear();
            buffer.extend((from..total.min(from + 65_536)).map(&byte_at));
        };
        s.spawn(move || {
            let (mut at, mut buffer) = (0, Vec::new());
            while at < total {
                fill(at, &mut buffer);
                stdin.write_all(&buffer).unwrap();
                at += buffer.len() as u64;
            }
        });
        let (mut at, mut buffer, mut want) = (0, vec![0; 65_536], Vec::new());
        while at < total {
            let n = stdout.read(&mut buffer).unwrap();
            assert!(n > 0, "ended at {at} of {total}");
            want.clear();
            want.extend((at..at + n as u64).map(&byte_at));
            assert!(buffer[..n] == want[..], "differs after {at}");
            at += n as u64;
            if let Some(now) = peak_memory(&child) {
                peak = peak.max(now);
            }
        }
        assert_eq!(stdout.read(&mut buffer).unwrap(), 0);
    });
    let took = began.elapsed();
    assert!(child.wait().unwrap().success());
    (peak, took)
}

#[test]
#[ignore = "slow: passes a line of a gigabyte"]
fn a_line_of_a_gigabyte_passes_in_little_memory() {
    let home = Home::new();
    let total = 1_000_000_001;
    let byte = |i: u64| if i == total - 1 { b'\n' } else { b'a' + (i % 23) as u8 };
    let (peak, took) = through_cat(&home, total, byte);
    eprintln!("a line of 1 GB both ways in {took:?}, {} MB at most", peak / 1_000_000);
    assert!(peak < 64 << 20, "{peak} bytes");
    let began = Instant::now();
    let frames =
        home.json(["show", "last", "--view", "frames", "--format", "json"])["frames"].clone();
    let sizes: Vec<u64> =
        frames.as_array().unwrap().iter().map(|f| f["size"].as_u64().unwrap()).collect();
    assert_eq!(sizes, [total - 1; 2]);
    eprintln!("indexed and listed after another {:?}", began.elapsed());
}

#[test]
#[ignore = "slow: a million lines both ways"]
fn a_million_tiny_lines_pass_and_are_counted() {
    let home = Home::new();
    let (peak, took) = through_cat(&home, 2_000_000, |i| if i % 2 == 0 { b'1' } else { b'\n' });
    eprintln!("1,000,000 lines both ways in {took:?}, {} MB at most", peak / 1_000_000);
    assert!(peak < 64 << 20, "{peak} bytes");
    let row = home.json(["list", "--format", "json"])["recordings"][0].clone();
    assert_eq!((&row["frames"], &row["missing"]), (&2_000_000.into(), &serde_json::Value::Null));
}

#[test]
fn writes_of_one_byte_pass_and_are_recorded() {
    let home = Home::new();
    let mut child = home.proxy("exec cat");
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let bytes = noise(20_000, 11);
    let copy = bytes.clone();
    let writer = std::thread::spawn(move || {
        for byte in copy {
            stdin.write_all(&[byte]).unwrap();
        }
    });
    let mut got = Vec::new();
    stdout.read_to_end(&mut got).unwrap();
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    assert!(got == bytes);
    let recorded = home.recorded();
    assert!(recorded.c2a == bytes && recorded.a2c == bytes);
}

#[test]
fn either_end_may_stay_half_open() {
    let home = Home::new();
    // The client's end closes first: the agent hears of it, answers at length, and ends.
    let output = home
        .talk("cat >/dev/null; i=0; while [ $i -lt 500 ]; do echo $i; i=$((i+1)); done", b"x\ny");
    assert_eq!(output.stdout.iter().filter(|b| **b == b'\n').count(), 500);
    let ends = home.recorded().ends;
    assert_eq!(
        ends.iter().map(String::as_str).filter(|e| *e != "err").collect::<Vec<_>>(),
        ["c2a", "a2c"]
    );
    // The agent's end closes first: the client goes on sending, and all of it arrives.
    let got = home.path("got");
    let mut child = home.proxy(&format!("echo bye; exec >&-; exec cat > '{}'", got.display()));
    let mut all = String::new();
    child.stdout.take().unwrap().read_to_string(&mut all).unwrap();
    assert_eq!(all, "bye\n");
    let mut stdin = child.stdin.take().unwrap();
    for n in 0..500 {
        writeln!(stdin, "{n}").unwrap();
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!(std::fs::read_to_string(got).unwrap().lines().count(), 500);
    let recorded = home.recorded();
    assert_eq!(recorded.c2a.iter().filter(|b| **b == b'\n').count(), 500);
    assert_eq!(
        recorded.ends.iter().map(String::as_str).filter(|e| *e != "err").collect::<Vec<_>>(),
        ["a2c", "c2a"]
    );
}

#[test]
fn a_client_that_stops_reading_stops_the_agent() {
    let home = Home::new();
    // The agent says how far it has come.
    let progress = home.path("progress");
    let script = format!(
        "i=0; while :; do echo \"$i $(printf %01000d 0)\"; i=$((i+1)); echo $i > '{}'; done",
        progress.display()
    );
    let mut child = home.proxy(&script);
    let mut stdout = BufReader::with_capacity(256, child.stdout.take().unwrap());
    assert!(line(&mut stdout).starts_with("0 "));
    let come = || -> u64 {
        let text = std::fs::read_to_string(&progress).unwrap_or_default();
        text.trim().parse().unwrap_or(0)
    };
    // Two pipes and a buffer fill, and then it waits.
    let mut before = come();
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        std::thread::sleep(Duration::from_millis(500));
        let now = come();
        if now == before && now > 0 {
            break;
        }
        before = now;
        assert!(Instant::now() < until, "the agent writes on: {now}");
    }
    assert!(before < 1_000, "{before} lines of 1 kB are somewhere");
    let peak = peak_memory(&child).unwrap();
    assert!(peak < 64 << 20, "{peak}");
    // It goes on as soon as somebody reads.
    for _ in 0..400 {
        line(&mut stdout);
    }
    let until = Instant::now() + Duration::from_secs(10);
    while come() <= before {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A conversation with `cat` until the proxy is killed, or told to end: everything that was sent and has come back.
fn converse(mut child: Child, name: usize, over: &AtomicBool) -> (Vec<u8>, Child) {
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut back = Vec::new();
    for n in 0.. {
        let text = format!("{{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":[{name},{n}]}}\n");
        if over.load(Ordering::Relaxed) || stdin.write_all(text.as_bytes()).is_err() {
            break;
        }
        let before = back.len();
        if stdout.read_until(b'\n', &mut back).unwrap() == 0 {
            break;
        }
        assert_eq!(&back[before..], text.as_bytes());
        std::thread::sleep(Duration::from_millis(2));
    }
    (back, child)
}

#[test]
fn a_crowd_that_records_into_one_database_loses_nothing_whoever_is_killed() {
    const PROXIES: usize = 7;
    let home = Home::new();
    let over = AtomicBool::new(false);
    let proxies: Vec<Child> = (0..PROXIES).map(|_| home.proxy("exec cat")).collect();
    let pids: Vec<Pid> = proxies.iter().map(Pid::from_child).collect();
    let said = std::thread::scope(|s| {
        let over = &over;
        let talks: Vec<_> = proxies
            .into_iter()
            .enumerate()
            .map(|(name, child)| s.spawn(move || converse(child, name, over)))
            .collect();
        // The first one is killed while it indexes as one of many does.
        #[cfg(target_os = "linux")]
        support::wait_until("the index of each is made in idle time", || {
            let idle = |pid: &Pid| {
                let threads = std::fs::read_dir(format!("/proc/{pid}/task")).unwrap();
                let names =
                    threads.flatten().map(|t| std::fs::read_to_string(t.path().join("comm")));
                names.flatten().any(|name| name == "idle\n")
            };
            pids.iter().all(idle)
        });
        let db = rusqlite::Connection::open(home.db()).unwrap();
        let frames = || -> i64 {
            db.query_row("SELECT sum(frames) FROM recordings", [], |r| r.get(0)).unwrap()
        };
        let grows = |what: &str| {
            let before = frames();
            support::wait_until(what, || frames() > before + 500);
        };
        grows("all of them are recorded");
        kill_process(pids[0], Signal::KILL).unwrap();
        grows("the others are recorded on");
        over.store(true, Ordering::Relaxed);
        talks.into_iter().map(|t| t.join().unwrap()).collect::<Vec<_>>()
    });
    let mut backs = Vec::new();
    for (name, (back, child)) in said.into_iter().enumerate() {
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.success(), name > 0);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(said, "");
        backs.push(back);
    }

    let all = home.json(["list", "--format", "json"])["recordings"].clone();
    let mut seen = Vec::new();
    for run in all.as_array().unwrap() {
        let number = run["number"].to_string();
        let recorded = support::Recorded::parse(&home.ok(["export", &number]));
        let name =
            backs.iter().position(|b| recorded.a2c.starts_with(&b[..b.len().min(60)])).unwrap();
        assert!(!recorded.a2c.is_empty());
        if name == 0 {
            assert_eq!(run["phase"], "killed");
            assert!(
                recorded.a2c.starts_with(&backs[name]) && recorded.c2a.starts_with(&backs[name])
            );
        } else {
            assert_eq!(run["phase"], "ended");
            assert!(recorded.a2c == backs[name] && recorded.c2a == backs[name], "{name}");
        }
        assert_eq!(run["missing"], serde_json::Value::Null);
        seen.push(name);
    }
    seen.sort_unstable();
    assert_eq!(seen, (0..PROXIES).collect::<Vec<_>>());
}

#[test]
#[ignore = "slow: sixteen proxies for ten seconds"]
fn sixteen_proxies_into_one_database_with_readers_lose_nothing() {
    const PROXIES: usize = 16;
    const FRAMES: usize = 10_000;
    let home = Home::new();
    home.ok(["demo", "--no-page", "--speed", "100"]);
    let mut page = home.command(["ui", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut url = String::new();
    BufReader::new(page.stdout.take().unwrap()).read_line(&mut url).unwrap();
    let done = AtomicBool::new(false);
    let mut slowest = Vec::new();
    std::thread::scope(|s| {
        let readers: Vec<_> = (0..2)
            .map(|_| {
                let (home, done) = (&home, &done);
                s.spawn(move || {
                    let mut times = 0;
                    while !done.load(Ordering::Relaxed) {
                        let output = home.run(["list", "--format", "json"]);
                        let said = String::from_utf8_lossy(&output.stderr).into_owned();
                        assert!(output.status.success() && !said.contains("locked"), "{said}");
                        home.run(["show", "1", "--view", "frames", "--format", "json"]);
                        let output = home.run(["search", "dir:agent text:params"]);
                        let said = String::from_utf8_lossy(&output.stderr).into_owned();
                        assert!(!said.contains("locked"), "{said}");
                        times += 1;
                    }
                    times
                })
            })
            .collect();
        let proxies: Vec<_> = (0..PROXIES)
            .map(|proxy| {
                let home = &home;
                s.spawn(move || {
                    let mut child = home.proxy("exec cat");
                    let mut stdin = child.stdin.take().unwrap();
                    let mut stdout = BufReader::new(child.stdout.take().unwrap());
                    let began = Instant::now();
                    let mut trips = Vec::with_capacity(FRAMES);
                    for n in 0..FRAMES {
                        // A thousand frames a second: half of them come back.
                        let due = began + Duration::from_micros(2_000 * n as u64 / 2);
                        std::thread::sleep(due.saturating_duration_since(Instant::now()));
                        let sent = Instant::now();
                        let text =
                            format!(r#"{{"jsonrpc":"2.0","method":"m","params":[{proxy},{n}]}}"#);
                        stdin.write_all(format!("{text}\n").as_bytes()).unwrap();
                        assert_eq!(line(&mut stdout), text);
                        trips.push(sent.elapsed());
                    }
                    drop(stdin);
                    let output = child.wait_with_output().unwrap();
                    let said = String::from_utf8(output.stderr).unwrap();
                    assert!(output.status.success() && said.is_empty(), "{said}");
                    trips.sort();
                    (trips[FRAMES / 2], trips[FRAMES * 99 / 100])
                })
            })
            .collect();
        slowest.extend(proxies.into_iter().map(|p| p.join().unwrap()));
        done.store(true, Ordering::Relaxed);
        let times: u32 = readers.into_iter().map(|r| r.join().unwrap()).sum();
        eprintln!("{times} readings meanwhile");
    });
    page.kill().unwrap();
    page.wait().unwrap();
    let median = slowest.iter().map(|t| t.0).max().unwrap();
    let tail = slowest.iter().map(|t| t.1).max().unwrap();
    eprintln!(
        "{PROXIES} proxies, {FRAMES} frames each way; worst median {median:?}, worst 99th of 100 {tail:?}"
    );
    let all = home.json(["list", "--format", "json"])["recordings"].clone();
    let runs: Vec<_> = all.as_array().unwrap().iter().filter(|r| r["origin"] == "run").collect();
    assert_eq!(runs.len(), PROXIES);
    for run in runs {
        assert_eq!(
            (&run["frames"], &run["phase"]),
            (&(2 * FRAMES).into(), &"ended".into()),
            "{run}"
        );
        assert_eq!(run["missing"], serde_json::Value::Null);
    }
    let db = rusqlite::Connection::open(home.db()).unwrap();
    let sound: String = db.query_row("PRAGMA integrity_check", [], |r| r.get(0)).unwrap();
    assert_eq!(sound, "ok");
}

#[test]
#[ignore = "slow: a database that is locked for three minutes"]
fn a_database_that_is_locked_for_long_is_told_once_and_caught_up_with() {
    let home = Home::new();
    home.ok(["import", &support::corpus()[0].to_string_lossy()]);
    let db = rusqlite::Connection::open(home.db()).unwrap();
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut child = home.proxy("exec cat");
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut stdout = BufReader::new(stdout);
    let mut slowest = Duration::ZERO;
    let seconds = std::env::var("ACP_SCOPE_LOCKED_SECONDS").ok().and_then(|s| s.parse().ok());
    let lines = 10 * seconds.unwrap_or(180);
    for n in 0..lines {
        let began = Instant::now();
        writeln!(stdin, "{n}").unwrap();
        assert_eq!(line(&mut stdout), n.to_string());
        slowest = slowest.max(began.elapsed());
        std::thread::sleep(Duration::from_millis(100));
    }
    db.execute_batch("ROLLBACK").unwrap();
    // It catches up by itself, while the conversation goes on.
    let frames = || home.json(["list", "--format", "json"])["recordings"][0]["frames"].clone();
    let until = Instant::now() + Duration::from_secs(15);
    while frames() != 2 * lines {
        assert!(Instant::now() < until, "{}", frames());
        std::thread::sleep(Duration::from_millis(200));
    }
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    eprintln!("locked for {} s; the slowest line took {slowest:?}", lines / 10);
    assert!(slowest < Duration::from_millis(500), "{slowest:?}");
}

#[test]
fn a_database_that_is_damaged_keeps_nobody_from_talking() {
    let home = Home::new();
    for file in &support::corpus()[..4] {
        home.ok(["import", &file.to_string_lossy()]);
    }
    let mut bytes = std::fs::read(home.db()).unwrap();
    let whole = bytes.len();
    // All but the first page.
    bytes[8_192..whole].fill(0x5a);
    std::fs::write(home.db(), &bytes).unwrap();
    let output = home.talk("sleep 0.3; cat", b"still here\n");
    assert_eq!((output.stdout.as_slice(), output.status.code()), (&b"still here\n"[..], Some(0)));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("recording goes to the journal only"), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
    // With the damaged one out of the way it is all there.
    for name in ["x.db", "x.db-wal", "x.db-shm"] {
        let _ = std::fs::remove_file(home.path(name));
    }
    assert_eq!(home.recorded().a2c, b"still here\n");
}

#[test]
fn rights_that_are_lost_while_it_runs_keep_nobody_from_talking() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    // Root has all rights: somebody else must run it.
    let home = Home::new();
    let rights = |mode: u32| {
        let data = home.path("data");
        std::fs::set_permissions(data, std::fs::Permissions::from_mode(mode)).unwrap();
    };
    std::fs::create_dir(home.path("data")).unwrap();
    let mut command = std::process::Command::new(support::BIN);
    command.arg("--db").arg(home.path("data/x.db")).args(["run", "--", "cat"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    if rustix::process::geteuid().is_root() {
        const NOBODY: u32 = 65_534;
        std::fs::set_permissions(home.dir.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
        std::os::unix::fs::chown(home.path("data"), Some(NOBODY), Some(NOBODY)).unwrap();
        command.uid(NOBODY).gid(NOBODY);
    }
    rights(0o700);
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(e) => {
            eprintln!("not tested: another user cannot start the program here: {e}");
            return;
        }
    };
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut stdout = BufReader::new(stdout);
    let mut pass = |text: &str| {
        writeln!(stdin, "{text}").unwrap();
        assert_eq!(line(&mut stdout), text);
    };
    pass("before");
    rights(0);
    // Beyond a segment, so that a new file would have to be made.
    let long = "x".repeat(20_000);
    for _ in 0..500 {
        pass(&long);
    }
    rights(0o700);
    std::thread::sleep(Duration::from_millis(300));
    pass("after");
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    let said = output.stderr;
    if rustix::process::geteuid().is_root() {
        std::os::unix::fs::chown(home.path("data"), Some(0), Some(0)).unwrap();
        for name in ["x.db", "x.db-wal", "x.db-shm", "x.db.journals"] {
            let _ = std::os::unix::fs::chown(home.path("data").join(name), Some(0), Some(0));
        }
    }
    let output = std::process::Command::new(support::BIN)
        .arg("--db")
        .arg(home.path("data/x.db"))
        .args(["export", "last"])
        .output()
        .unwrap();
    let recorded = support::Recorded::parse(&String::from_utf8(output.stdout).unwrap());
    assert!(recorded.a2c.starts_with(b"before\n") && recorded.a2c.ends_with(b"after\n"));
    // No new segment could be made meanwhile: from when to when is told, and what is not told is there.
    let output = std::process::Command::new(support::BIN)
        .arg("--db")
        .arg(home.path("data/x.db"))
        .args(["list", "--format", "json"])
        .output()
        .unwrap();
    let list: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let missing = list["recordings"][0]["missing"].as_str().unwrap().to_owned();
    assert!(
        missing.starts_with("from ") && missing.contains(" could not be written: "),
        "{missing}"
    );
    let said = String::from_utf8(said).unwrap();
    let count = |what: &str| said.lines().filter(|l| l.contains(what)).count();
    assert_eq!((count("is interrupted"), count("recording again")), (1, 1), "{said}");
    assert!(said.lines().count() <= 3, "{said}");
}

/// Makes the clock on the wall jump, back and forth and before 1970, for whoever is started with it.
const JUMPS: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int clock_gettime(clockid_t id, struct timespec *t) {
    static int (*real)(clockid_t, struct timespec *);
    static long calls;
    if (!real) real = dlsym(RTLD_NEXT, "clock_gettime");
    int r = real(id, t);
    if (id == CLOCK_REALTIME) {
        long steps[] = {0, -86400, 3600, -1900000000, 4000000000, -1};
        t->tv_sec += steps[__sync_fetch_and_add(&calls, 1) % 6];
    }
    return r;
}
"#;

#[test]
fn a_clock_that_jumps_moves_no_frame() {
    let home = Home::new();
    let (source, library) = (home.path("jumps.c"), home.path("jumps.so"));
    std::fs::write(&source, JUMPS).unwrap();
    let mut cc = std::process::Command::new("cc");
    let made = cc.args(["-shared", "-fPIC", "-o"]).arg(&library).arg(&source).arg("-ldl").status();
    if !made.is_ok_and(|s| s.success()) {
        eprintln!("not tested: no C compiler to make a clock that jumps");
        return;
    }
    let mut command = home.command(["run", "--", "sh", "-c", "while read x; do echo $x; done"]);
    command.env("LD_PRELOAD", &library).stdin(Stdio::piped()).stdout(Stdio::piped());
    let began = Instant::now();
    let mut child = command.stderr(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for n in 0..200 {
        writeln!(stdin, "{n}").unwrap();
        assert_eq!(line(&mut stdout), n.to_string());
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
    let took = began.elapsed().as_secs_f64();
    let times: Vec<f64> = home
        .ok(["export", "last"])
        .lines()
        .filter_map(|l| serde_json::from_str::<serde_json::Value>(l).unwrap()["t"].as_f64())
        .collect();
    assert!(times.len() >= 400, "{}", times.len());
    assert!(times.is_sorted(), "times go backwards");
    assert!(times[0] >= 0.0 && *times.last().unwrap() <= took, "{times:?} in {took} s");
    let row = home.json(["list", "--format", "json"])["recordings"][0].clone();
    assert!((0.0..=took).contains(&row["seconds"].as_f64().unwrap()), "{row}");
    assert_eq!(row["phase"], "ended");
}

#[test]
fn a_journal_that_is_cut_or_removed_while_it_runs_is_told_and_goes_on() {
    // Cut, a segment removed, all of the folder removed, or all folders of journals.
    for how in ["cut", "removed", "folder removed", "folders removed"] {
        let removed = how != "cut";
        let home = Home::new();
        // Locked, so that nothing is indexed before it is damaged.
        home.ok(["import", &support::corpus()[0].to_string_lossy()]);
        let db = rusqlite::Connection::open(home.db()).unwrap();
        let mut child = home.proxy("cat");
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut all = String::new();
        let mut pass = |text: &str| {
            writeln!(stdin, "{text}").unwrap();
            assert_eq!(line(&mut stdout), text);
            all.push_str(text);
            all.push('\n');
        };
        pass("first");
        let number = || home.json(["list", "--format", "json"])["recordings"][0]["frames"].clone();
        support::wait_until("it is indexed", || number() == 2);
        db.execute_batch("BEGIN IMMEDIATE").unwrap();
        (0..100).for_each(|n| pass(&format!("before {n}")));
        let folder = std::fs::read_dir(home.path("x.db.journals")).unwrap().next().unwrap();
        let folder = folder.unwrap().path();
        let segment = folder.join("00000000000000000000.seg");
        match how {
            "cut" => {
                let file = std::fs::OpenOptions::new().write(true).open(&segment).unwrap();
                file.set_len(700).unwrap();
            }
            "removed" => std::fs::remove_file(&segment).unwrap(),
            "folder removed" => std::fs::remove_dir_all(&folder).unwrap(),
            _ => std::fs::remove_dir_all(folder.parent().unwrap()).unwrap(),
        }
        // It is looked at once a second while something comes.
        let until = Instant::now() + Duration::from_secs(20);
        let told = std::thread::spawn(move || line(&mut stderr));
        let mut n = 0;
        while !told.is_finished() {
            assert!(Instant::now() < until, "nothing is told");
            pass(&format!("meanwhile {n}"));
            n += 1;
            std::thread::sleep(Duration::from_millis(20));
        }
        let told = told.join().unwrap();
        let what = if removed { "somebody has removed it" } else { "somebody has changed it" };
        assert!(told.contains("recording is interrupted") && told.contains(what), "{told}");
        (0..50).for_each(|n| pass(&format!("after {n}")));
        db.execute_batch("ROLLBACK").unwrap();
        // Who looks meanwhile sees that somebody is at work.
        assert!(folder.join("lock").exists(), "{how}");
        assert_eq!(
            home.json(["list", "--format", "json"])["recordings"][0]["phase"],
            "live",
            "{how}"
        );
        drop(stdin);
        assert!(child.wait().unwrap().success());
        let recorded = String::from_utf8(home.recorded().a2c).unwrap();
        let mut after = String::new();
        (0..50).for_each(|n| after.push_str(&format!("after {n}\n")));
        assert!(recorded.starts_with("first\n") && recorded.ends_with(&after), "{recorded}");
        let row = home.json(["list", "--format", "json"])["recordings"][0].clone();
        assert_eq!(row["phase"], "ended", "{how}");
        // Whoever had the segment open may have read it to its end; then nothing is missing.
        let missing = row["missing"].as_str().unwrap_or_default();
        let told =
            missing.starts_with("from ") && missing.contains("bytes of the journal are damaged");
        assert!(
            told || (removed && missing.is_empty() && recorded == all),
            "{how}: {missing}: {recorded}"
        );
    }
}

#[test]
fn a_database_or_all_of_its_folder_that_is_removed_while_it_runs_is_made_again() {
    for all in [false, true] {
        let home = Home::new();
        std::fs::create_dir(home.path("data")).unwrap();
        let db = home.path("data/x.db");
        let command = |args: &[&str]| {
            let mut command = std::process::Command::new(support::BIN);
            command.arg("--db").arg(&db).args(args);
            command
        };
        let list = || {
            let output = command(&["list", "--format", "json"]).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
            let all: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
            all["recordings"].clone()
        };
        let mut child = command(&["run", "--", "cat"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut pass = |text: &str| {
            writeln!(stdin, "{text}").unwrap();
            assert_eq!(line(&mut stdout), text);
        };
        pass("first");
        support::wait_until("it is indexed", || list()[0]["frames"] == 2);
        if all {
            std::fs::remove_dir_all(home.path("data")).unwrap();
        } else {
            for end in ["", "-wal", "-shm"] {
                let _ = std::fs::remove_file(format!("{}{end}", db.display()));
            }
        }
        // The database is made again, and the journal has a folder to be in.
        let journals = format!("{}.journals", db.display());
        support::wait_until("it is noticed", || {
            pass("meanwhile");
            db.exists() && std::fs::read_dir(&journals).is_ok_and(|mut all| all.next().is_some())
        });
        (0..50).for_each(|n| pass(&format!("after {n}")));
        drop(stdin);
        assert!(child.wait().unwrap().success());
        let recordings = list();
        let row = &recordings[0];
        assert_eq!((&row["phase"], &row["exit_code"]), (&"ended".into(), &0.into()), "{row}");
        let output = command(&["export", "last"]).output().unwrap();
        let recorded = support::Recorded::parse(&String::from_utf8(output.stdout).unwrap());
        let recorded = String::from_utf8(recorded.a2c).unwrap();
        let mut after = String::new();
        (0..50).for_each(|n| after.push_str(&format!("after {n}\n")));
        assert!(recorded.ends_with(&after), "{recorded}");
        // With the database alone nothing is lost: the journal had all of it.
        if all {
            assert!(!row["missing"].is_null(), "{row}");
        } else {
            assert!(recorded.starts_with("first\nmeanwhile\n"), "{recorded}");
            assert!(row["missing"].is_null(), "{row}");
        }
    }
}

// A released program has no lower limits.
#[cfg(debug_assertions)]
#[test]
fn more_frames_than_numbers_are_told_live_and_refused_in_a_file() {
    let home = Home::new();
    let lines: String = (0..9).map(|n| format!("{{\"n\":{n}}}\n")).collect();
    home.talk("cat >/dev/null", lines.as_bytes());
    let file = home.path("nine.acp.jsonl");
    home.ok(["export", "last", "-o", &file.to_string_lossy()]);
    let limited = |limit: u32, args: &[&str]| {
        let mut command = home.command(args);
        command.env("ACP_SCOPE_FAULT", format!("frames:{limit}")).stdin(Stdio::piped());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        // Who takes no input may have ended.
        let _ = child.stdin.take().unwrap().write_all(lines.as_bytes());
        let output = child.wait_with_output().unwrap();
        (output.status.code(), String::from_utf8(output.stderr).unwrap())
    };
    let path = file.to_string_lossy();
    let (code, message) = limited(5, &["import", &path]);
    assert_eq!(code, Some(2));
    // The header is the first line.
    let wanted = format!(
        "{path}:7: a recording has 5 frames at most, and this file has more: nothing was imported: divide the file"
    );
    assert!(message.contains(&wanted), "{message}");
    assert_eq!(home.json(["list", "--format", "json"])["recordings"].as_array().unwrap().len(), 1);
    assert_eq!(limited(9, &["import", &path]), (Some(0), String::new()));
    // A conversation goes on, whatever is recorded of it.
    let (code, message) = limited(5, &["run", "--", "sh", "-c", "cat >/dev/null; sleep 0.3"]);
    assert_eq!((code, &*message), (Some(0), ""));
    // What the proxy did not get to is completed under the same limit.
    assert_eq!(limited(5, &["list"]).0, Some(0));
    let row = home.json(["list", "--format", "json"])["recordings"][0].clone();
    assert_eq!((&row["frames"], &row["phase"]), (&5.into(), &"ended".into()), "{row}");
    assert!(row["missing"].as_str().unwrap().contains("5 frames at most"), "{row}");
}

// A released program has no faults on purpose.
#[cfg(debug_assertions)]
#[test]
fn a_fault_of_ours_costs_one_frame_at_most_and_never_the_conversation() {
    let lines = ["{\"id\":1,\"method\":\"one\"}", "POISON s3cr3t", "{\"id\":1,\"result\":{}}"];
    let text = lines.join("\n") + "\n";
    // What the proxy did not get to is completed under the same fault.
    let list = |home: &Home, fault: &str| {
        let output = home.command(["list"]).env("ACP_SCOPE_FAULT", fault).output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let talk = |home: &Home, fault: &str, until_told: bool| {
        let mut command = home.command(["run", "--", "sh", "-c", "cat; sleep 0.3"]);
        command.env("ACP_SCOPE_FAULT", fault);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        let mut said = String::new();
        stdin.write_all(text.as_bytes()).unwrap();
        if until_told {
            stderr.read_line(&mut said).unwrap();
        }
        drop(stdin);
        stderr.read_to_string(&mut said).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        assert_eq!(String::from_utf8(output.stdout).unwrap(), text, "{fault}");
        list(home, fault);
        said
    };
    // While a frame is read: it is kept as it is, and the others are indexed.
    let home = Home::new();
    assert_eq!(talk(&home, "derive:POISON", false), "");
    let recorded = home.recorded();
    assert!(recorded.c2a == text.as_bytes() && recorded.a2c == text.as_bytes());
    let shown = home.json(["show", "last", "--view", "frames", "--format", "json"]);
    let frames = shown["frames"].as_array().unwrap();
    assert_eq!(frames.len(), 6);
    for frame in frames {
        let poisoned = frame["problem"].as_str().is_some_and(|p| p.contains("fault of its own"));
        let is_poison = frame["size"] == lines[1].len();
        assert_eq!(poisoned, is_poison, "{frame}");
    }
    // While a frame is judged: the judging ends, and the finding says so.
    let home = Home::new();
    assert_eq!(talk(&home, "judge:POISON", false), "");
    let db = rusqlite::Connection::open(home.db()).unwrap();
    let rule = "SELECT count(*) FROM findings WHERE rule = 'acp-scope/rule-failed'";
    let ours: i64 = db.query_row(rule, [], |r| r.get(0)).unwrap();
    assert_eq!(ours, 1);
    assert_eq!(home.recorded().a2c, text.as_bytes());
    // In the indexing itself, again and again: one line, the journal keeps all, and who reads is not taken down.
    let home = Home::new();
    let said = talk(&home, "index:POISON", true);
    assert!(
        said.contains("recording goes to the journal only for now: a fault of acp-scope's own")
    );
    assert!(said.lines().count() == 1 && !said.contains("s3cr3t"), "{said}");
    let said = list(&home, "index:POISON");
    assert!(said.contains("could not be completed"), "{said}");
    assert!(!said.contains("s3cr3t"), "{said}");
    // Without the fault it is completed.
    assert_eq!(home.recorded().a2c, text.as_bytes());
}

/// A loss of power cannot be had here; what the system is asked to bring to the disk can be seen.
#[test]
fn the_journal_is_brought_to_the_disk_once_a_second() {
    let home = Home::new();
    let trace = home.path("trace");
    let mut command = std::process::Command::new("strace");
    command.args(["-f", "-ttt", "-y", "-e", "trace=fdatasync,fsync", "-o"]).arg(&trace);
    command.arg(support::BIN).arg("--db").arg(home.db()).args(["run", "--", "cat"]);
    let Ok(mut child) = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn() else {
        eprintln!("not tested: no strace to see system calls");
        return;
    };
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let began = Instant::now();
    while began.elapsed() < Duration::from_secs(5) {
        let text = "x".repeat(50_000);
        writeln!(stdin, "{text}").unwrap();
        assert_eq!(line(&mut stdout), text);
        std::thread::sleep(Duration::from_millis(2));
    }
    drop(stdin);
    child.wait().unwrap();
    let trace = std::fs::read_to_string(trace).unwrap();
    if trace.contains("ptrace") || trace.is_empty() {
        eprintln!("not tested: system calls cannot be seen here");
        return;
    }
    let times: Vec<f64> = trace
        .lines()
        .filter(|l| l.contains("fdatasync(") && l.contains(".seg>"))
        .map(|l| l.split_whitespace().nth(1).unwrap().parse().unwrap())
        .collect();
    let longest = times.windows(2).map(|w| w[1] - w[0]).fold(0.0, f64::max);
    eprintln!("{} times in 5 s, {longest:.3} s apart at most", times.len());
    assert!(times.len() >= 4, "{trace}");
    // Beside the second: what the disk, the tracing and a busy machine take.
    assert!(longest < 2.5, "{longest} s");
}

#[test]
fn a_recording_with_all_its_numbers_given_says_so_and_passes_on() {
    let home = Home::new();
    let mut child = home.proxy("cat");
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut pass = |text: &str| {
        writeln!(stdin, "{text}").unwrap();
        assert_eq!(line(&mut stdout), text);
    };
    pass("first");
    support::wait_until("it is indexed", || {
        home.json(["list", "--format", "json"])["recordings"][0]["frames"] == 2
    });
    // As if four thousand million had been before. Whoever completes it goes on from here.
    let db = rusqlite::Connection::open(home.db()).unwrap();
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    (0..50).for_each(|n| pass(&n.to_string()));
    child.kill().unwrap();
    child.wait().unwrap();
    let sql = "UPDATE indexing SET resume = json_set(resume, '$.frames', 4294967290)";
    assert_eq!(db.execute(sql, []).unwrap(), 1);
    db.execute_batch("COMMIT").unwrap();
    let row = home.json(["list", "--format", "json"])["recordings"][0].clone();
    assert_eq!((&row["phase"], &row["frames"]), (&"killed".into(), &4_294_967_294_u32.into()));
    let missing = row["missing"].as_str().unwrap();
    assert!(missing.contains("4294967294 frames at most"), "{missing}");
    assert!(home.ok(["export", "last"]).lines().count() >= 6);
}

#[test]
fn stopping_the_proxy_loses_nothing_and_a_stopped_agent_is_waited_for() {
    let home = Home::new();
    let mut child = home.proxy("while read x; do echo \"$x\"; done");
    let (mut stdin, stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut stdout = BufReader::new(stdout);
    writeln!(stdin, "one").unwrap();
    assert_eq!(line(&mut stdout), "one");
    // SIGSTOP cannot be caught: the proxy alone stands still, and what is sent meanwhile waits in the pipe.
    let pid = Pid::from_child(&child);
    kill_process(pid, Signal::STOP).unwrap();
    writeln!(stdin, "two").unwrap();
    std::thread::sleep(Duration::from_millis(200));
    kill_process(pid, Signal::CONT).unwrap();
    assert_eq!(line(&mut stdout), "two");
    drop(stdin);
    assert!(child.wait().unwrap().success());
    assert_eq!(home.recorded().a2c, b"one\ntwo\n");
}
