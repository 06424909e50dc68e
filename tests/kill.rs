//! SIGKILL at random instants under load: what the peers had received is in the recording, once, in order.
//!
//! Twelve kills in the ordinary run; `ACP_SCOPE_KILLS=200 cargo test --test kill -- --nocapture` for more, with a line
//! after each hundred.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::io::{Read, Write};
use std::time::Duration;

use support::{Home, noise};

fn kills() -> u64 {
    std::env::var("ACP_SCOPE_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(12)
}

/// What was counted so far, for who watches a thousand kills.
#[derive(Default)]
struct Tally {
    kills: u64,
    /// Kills that came before a byte had crossed.
    early: u64,
    frames: usize,
    bytes: usize,
    /// Bytes that a peer had received and that are not in the recording.
    lost: usize,
}

impl Tally {
    fn tell(&self, of: u64, began: std::time::Instant) {
        let Tally { kills, early, frames, bytes, lost } = self;
        eprintln!(
            "{kills} of {of} kills survived ({early} before a byte had crossed): {frames} frames recorded, \
             {bytes} bytes received, {lost} lost, after {} s",
            began.elapsed().as_secs()
        );
    }
}

/// Bytes that were received and are not what was recorded from the beginning on.
fn lost(received: &[u8], recorded: &[u8]) -> usize {
    received.len() - received.iter().zip(recorded).take_while(|(a, b)| a == b).count()
}

/// Both directions at full speed until the proxy is killed; gives what each peer had received.
fn killed_under_load(home: &Home, after: Duration) -> (Vec<u8>, Vec<u8>) {
    let got = home.path("agent-got");
    let script = format!("seq -f %01500.0f 1 100000000 & exec cat > '{}'", got.display());
    let mut child = home.proxy(&script);
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let writer = std::thread::spawn(move || {
        let padding = "x".repeat(1_000);
        for n in 0u64.. {
            let line = format!(r#"{{"jsonrpc":"2.0","method":"{padding}","params":[{n}]}}"#);
            if writeln!(stdin, "{line}").is_err() {
                return;
            }
        }
    });
    let reader = std::thread::spawn(move || {
        let mut all = Vec::new();
        let _ = stdout.read_to_end(&mut all);
        all
    });
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
    writer.join().unwrap();
    let client_got = reader.join().unwrap();
    (std::fs::read(got).unwrap_or_default(), client_got)
}

#[test]
fn nothing_that_a_peer_had_received_is_lost() {
    let began = std::time::Instant::now();
    let mut tally = Tally::default();
    for i in 0..kills() {
        if i > 0 && i % 100 == 0 {
            tally.tell(kills(), began);
        }
        let home = Home::new();
        // From the first millisecond to a fifth of a second: before, within and after the first commits.
        let random = u64::from(noise(1, i + 1)[0]) * 256 + u64::from(noise(2, i + 1)[1]);
        let after = Duration::from_micros(1_000 + random * 200_000 / 65_536);
        let (agent_got, client_got) = killed_under_load(&home, after);
        tally.kills += 1;
        if agent_got.is_empty() && client_got.is_empty() {
            tally.early += 1;
            continue;
        }
        // Two at once find what is left behind; one of them completes it.
        let mut other = home.command(["list"]).stdout(std::process::Stdio::null()).spawn().unwrap();
        let recorded = home.recorded();
        assert!(other.wait().unwrap().success());

        tally.lost += lost(&agent_got, &recorded.c2a) + lost(&client_got, &recorded.a2c);
        assert!(recorded.c2a.starts_with(&agent_got), "kill {i}: to the agent");
        assert!(recorded.a2c.starts_with(&client_got), "kill {i}: to the client");
        let lines = |bytes: &[u8]| -> Vec<u64> {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            let whole = text.rfind('\n').map_or("", |end| &text[..end]);
            whole
                .lines()
                .map(|l| l.rsplit('[').next().unwrap().trim_end_matches("]}").parse().unwrap())
                .collect()
        };
        for (n, line) in lines(&recorded.c2a).into_iter().enumerate() {
            assert_eq!(line, n as u64, "kill {i}: order to the agent");
        }
        for (n, line) in lines(&recorded.a2c).into_iter().enumerate() {
            assert_eq!(line, n as u64 + 1, "kill {i}: order to the client");
        }
        let phase = &home.json(["list", "--format", "json"])["recordings"][0]["phase"];
        assert_eq!(phase, "killed");
        assert!(std::fs::read_dir(home.path("x.db.journals")).unwrap().next().is_none());
        let db = rusqlite::Connection::open(home.db()).unwrap();
        let sound: String = db.query_row("PRAGMA integrity_check", [], |r| r.get(0)).unwrap();
        assert_eq!(sound, "ok");
        tally.frames += recorded.frames;
        tally.bytes += agent_got.len() + client_got.len();
    }
    tally.tell(kills(), began);
    assert_eq!((tally.kills, tally.lost), (kills(), 0));
}

#[test]
fn a_killed_indexer_leaves_no_row_twice() {
    // Kills whoever completes the recording, again and again, until one is quick enough.
    let home = Home::new();
    let (_, client_got) = killed_under_load(&home, Duration::from_millis(300));
    for i in 0..20u64 {
        let mut completing =
            home.command(["list"]).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(2 + 3 * i));
        let _ = completing.kill();
        completing.wait().unwrap();
    }
    let recorded = home.recorded();
    assert!(recorded.a2c.starts_with(&client_got));
    let count = recorded.a2c.iter().filter(|b| **b == b'\n').count() as u64;
    let last: Vec<u8> =
        recorded.a2c.split(|b| *b == b'\n').nth(count as usize - 1).unwrap().to_vec();
    assert_eq!(String::from_utf8(last).unwrap().trim_start_matches('0'), count.to_string());
}

#[test]
fn who_ends_in_order_is_never_taken_for_killed() {
    // So many at once that few can index to the end before they leave.
    let home = Home::new();
    let mut children: Vec<_> = (0..24)
        .map(|_| {
            let mut child = home.proxy("cat >/dev/null; exit 3");
            drop(child.stdin.take());
            child
        })
        .collect();
    for child in &mut children {
        assert_eq!(child.wait().unwrap().code(), Some(3));
    }
    let all = home.json(["list", "--format", "json"])["recordings"].clone();
    let all = all.as_array().unwrap();
    assert_eq!(all.len(), 24);
    for r in all {
        assert_eq!((&r["phase"], &r["exit_code"]), (&"ended".into(), &3.into()), "{r}");
    }
}

#[test]
fn a_damaged_journal_gives_what_can_be_read_and_is_kept() {
    let home = Home::new();
    // A database that cannot be used leaves the journal for later.
    let journal = |damage: &dyn Fn(&mut Vec<u8>)| {
        let _ = std::fs::remove_dir_all(home.path("x.db.journals"));
        let _ = std::fs::remove_file(home.db());
        std::fs::write(home.db(), "none ".repeat(100)).unwrap();
        let script = "for i in 1 2 3 4 5 6 7 8; do echo line $i; read x; done";
        let mut child = home.proxy(script);
        let mut stdout = std::io::BufReader::new(child.stdout.take().unwrap());
        for _ in 0..8 {
            std::io::BufRead::read_line(&mut stdout, &mut String::new()).unwrap();
            child.stdin.as_mut().unwrap().write_all(b"x\n").unwrap();
        }
        child.wait().unwrap();
        std::fs::remove_file(home.db()).unwrap();
        let folder =
            std::fs::read_dir(home.path("x.db.journals")).unwrap().next().unwrap().unwrap();
        let segment = folder.path().join("00000000000000000000.seg");
        let mut bytes = std::fs::read(&segment).unwrap();
        damage(&mut bytes);
        std::fs::write(&segment, bytes).unwrap();
        home.json(["list", "--format", "json"])["recordings"][0].clone()
    };
    let whole = journal(&|_| {});
    assert_eq!((&whole["frames"], &whole["missing"]), (&16.into(), &serde_json::Value::Null));
    // The header, a chunk in the middle, and the last record.
    type Damage<'a> = &'a dyn Fn(&mut Vec<u8>);
    let places: [Damage<'_>; 3] = [
        &|b| b[200] ^= 1,
        &|b| {
            let at = b.len() * 3 / 4;
            b[at] ^= 1;
        },
        &|b| {
            let at = b.len() - 1;
            b[at] ^= 1;
        },
    ];
    for damage in places {
        let row = journal(damage);
        assert!(row["frames"].as_i64() >= Some(15), "{row}");
        let missing = row["missing"].as_str().unwrap();
        assert!(missing.contains("bytes of the journal are damaged"), "{missing}");
        let kept = std::fs::read_dir(home.path("x.db.journals")).unwrap().next().unwrap().unwrap();
        assert!(kept.file_name().to_string_lossy().starts_with(".damaged-"));
    }
}

#[test]
fn a_recording_without_its_journal_is_not_live_for_ever() {
    let home = Home::new();
    let mut child = home.proxy("echo one; exec cat");
    let mut first = [0; 4];
    child.stdout.as_mut().unwrap().read_exact(&mut first).unwrap();
    let phase = || home.json(["list", "--format", "json"])["recordings"][0]["phase"].clone();
    support::wait_until("it is live", || phase() == "live");
    std::fs::remove_dir_all(home.path("x.db.journals")).unwrap();
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
    assert_ne!(phase(), "live");
    home.ok(["delete", "last"]);
}

/// A capture file of so many megabytes.
fn large_file(home: &Home, megabytes: usize) -> std::path::PathBuf {
    let text = std::fs::read_to_string(&support::corpus()[0]).unwrap();
    let (header, rest) = text.split_once('\n').unwrap();
    let file = home.path("large.acp.jsonl");
    let rest = rest.repeat((megabytes << 20) / rest.len() + 1);
    std::fs::write(&file, format!("{header}\n{rest}")).unwrap();
    file
}

#[test]
fn an_import_that_is_killed_leaves_nothing() {
    // Where somebody else has the database open it is written to the log first.
    for beside in [false, true] {
        let home = Home::new();
        home.ok(["import", &support::corpus()[0].to_string_lossy()]);
        let size = |suffix: &str| {
            std::fs::metadata(home.path(&format!("x.db{suffix}"))).map_or(0, |m| m.len())
        };
        let before = size("");
        let db = rusqlite::Connection::open(home.db()).unwrap();
        let is = |sql: &str| db.query_row(sql, [], |r| r.get::<_, String>(0)).unwrap();
        if beside {
            assert_eq!(is("PRAGMA journal_mode"), "wal");
        }
        let file = large_file(&home, 40);
        let mut child = home.command(["import"]).arg(&file).spawn().unwrap();
        support::wait_until("much is written", || {
            size(if beside { "-wal" } else { "" }) > before + (2 << 20)
        });
        child.kill().unwrap();
        assert!(!child.wait().unwrap().success(), "it was through: nothing was tested");
        if !beside {
            let other = Home::new();
            let said = other.fails(2, ["import", &home.db().to_string_lossy()]);
            assert!(said.contains("was cut off: run `acp-scope --db "), "{said}");
        }
        assert_eq!(
            home.json(["list", "--format", "json"])["recordings"].as_array().unwrap().len(),
            1
        );
        assert_eq!(
            (is("PRAGMA integrity_check"), is("PRAGMA journal_mode")),
            ("ok".into(), "wal".into())
        );
        assert!(size("") <= before && size("-journal") == 0, "{} of {before}", size(""));
        home.ok(["import", &support::corpus()[1].to_string_lossy()]);
    }
}

#[test]
fn who_reads_while_a_file_is_imported_waits_and_who_records_loses_nothing() {
    let home = Home::new();
    home.ok(["import", &support::corpus()[0].to_string_lossy()]);
    let before = std::fs::metadata(home.db()).unwrap().len();
    let file = large_file(&home, 8);
    let mut child = home.command(["import"]).arg(&file).spawn().unwrap();
    support::wait_until("something is written", || {
        std::fs::metadata(home.db()).unwrap().len() > before + (1 << 20)
    });
    assert_eq!(home.talk("cat", b"meanwhile\n").stdout, b"meanwhile\n");
    assert_eq!(home.json(["list", "--format", "json"])["recordings"].as_array().unwrap().len(), 3);
    assert!(child.wait().unwrap().success());
    assert_eq!(home.recorded().a2c, b"meanwhile\n");
}

#[test]
fn what_killed_processes_have_begun_is_swept_away_by_the_next_command() {
    let home = Home::new();
    home.talk("cat", b"one\n");
    home.ok(["list"]);
    let id = "019aafcd-0000-7000-8000-000000000000";
    let left =
        [home.path(&format!("x.db.journals/.{id}")), home.path(&format!("x.db.import-{id}"))];
    for folder in &left {
        std::fs::create_dir_all(folder).unwrap();
        std::fs::write(folder.join("lock"), "").unwrap();
        // Whoever made it just now may be about to go on.
        home.ok(["list"]);
        assert!(folder.exists());
        let old = std::time::SystemTime::now() - Duration::from_secs(7_200);
        std::fs::File::open(folder).unwrap().set_modified(old).unwrap();
    }
    home.ok(["list"]);
    assert!(left.iter().all(|folder| !folder.exists()));
}

#[test]
fn a_database_has_one_set_of_journals_by_whatever_name() {
    let home = Home::new();
    home.ok(["import", &support::corpus()[0].to_string_lossy()]);
    let link = home.path("link.db");
    std::os::unix::fs::symlink(home.db(), &link).unwrap();
    let mut child = std::process::Command::new(support::BIN)
        .arg("--db")
        .arg(&link)
        .args(["run", "--", "cat"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    let phase = || home.json(["list", "--format", "json"])["recordings"][0]["phase"].clone();
    support::wait_until("it is live", || phase() == "live");
    assert!(home.path("x.db.journals").exists() && !home.path("link.db.journals").exists());
    drop(child.stdin.take());
    child.wait().unwrap();
    support::wait_until("it is over", || phase() != "live");
    assert_eq!(phase(), "ended");
}

#[test]
fn a_link_to_a_database_that_is_not_there_yet_is_followed() {
    let home = Home::new();
    std::fs::create_dir(home.path("elsewhere")).unwrap();
    std::os::unix::fs::symlink("elsewhere/second.db", home.path("link.db")).unwrap();
    std::os::unix::fs::symlink("real.db", home.path("elsewhere/second.db")).unwrap();
    let command = |args: &[&str]| {
        let mut command = std::process::Command::new(support::BIN);
        let output = command.arg("--db").arg(home.path("link.db")).args(args).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    command(&["run", "--", "echo", "here"]);
    assert!(command(&["export", "last"]).contains("here"));
    assert!(home.path("elsewhere/real.db").is_file());
    assert!(!home.path("link.db.journals").exists());
}

#[test]
fn a_database_that_is_locked_for_long_costs_nothing() {
    let home = Home::new();
    home.ok(["import", &support::corpus()[0].to_string_lossy()]);
    let db = rusqlite::Connection::open(home.db()).unwrap();
    db.execute_batch("BEGIN IMMEDIATE").unwrap();
    let output = home.talk("cat", b"while it is locked\n");
    assert_eq!(output.stdout, b"while it is locked\n");
    db.execute_batch("ROLLBACK").unwrap();
    assert_eq!(home.recorded().a2c, b"while it is locked\n");
}
