//! The proxy around real child processes: what goes in comes out, and what ends, ends.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Stdio};

use rustix::process::{Pid, Signal, kill_process, kill_process_group, test_kill_process};
use support::{BIN, Home, noise, wait_until};

fn pid(child: &Child) -> Pid {
    Pid::from_child(child)
}

fn line(reader: &mut impl BufRead) -> String {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    line.trim_end().to_owned()
}

/// Whether a process is gone, or a zombie that nobody has collected yet.
fn is_gone(pid: i32) -> bool {
    let Ok(stat) = std::fs::read_to_string(format!("/proc/{pid}/stat")) else { return true };
    stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'))
}

#[test]
fn any_bytes_pass_both_ways_and_are_recorded() {
    let home = Home::new();
    let mut input = noise(3_000_000, 7);
    input.extend_from_slice(b"\r\n\n\0\xff\xfe\xe2\x82\nno end");
    let output = home.talk("cat", &input);
    assert_eq!(output.stdout, input);
    let recorded = home.recorded();
    assert_eq!((recorded.c2a == input, recorded.a2c == input), (true, true));
    let mut ends = recorded.ends;
    ends.sort();
    assert_eq!(ends, ["a2c", "c2a", "err"]);
}

#[test]
fn a_line_of_forty_megabytes_passes_and_is_recorded() {
    let home = Home::new();
    let mut input = br#"{"jsonrpc":"2.0","id":1,"method":"big","params":{"text":""#.to_vec();
    input.extend(std::iter::repeat_n(b'x', 40_000_000));
    input.extend_from_slice(b"\"}}\n");
    let size = input.len() - 1;
    input.extend_from_slice(b"{\"jsonrpc\":\"2.0\",\"method\":\"small\"}\n");
    let output = home.talk("cat", &input);
    assert!(output.stdout == input);
    let recorded = home.recorded();
    assert!(recorded.c2a == input && recorded.a2c == input);
    let shown = home.json(["show", "last", "--view", "frames", "--format", "json"]);
    let frames = shown["frames"].as_array().unwrap();
    assert_eq!(frames.len(), 4);
    let big = frames.iter().find(|f| f["dir"] == "c2a" && f["method"] == "big").unwrap();
    assert_eq!((&big["kind"], &big["id"]), (&"request".into(), &1.into()));
    assert_eq!(big["size"], size);
    assert_eq!(big["problem"], serde_json::Value::Null);
}

#[test]
fn a_byte_is_passed_on_without_waiting_for_its_line() {
    let home = Home::new();
    let mut child = home.proxy("exec cat");
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    for byte in b"no line feed" {
        stdin.write_all(&[*byte]).unwrap();
        let mut got = [0];
        stdout.read_exact(&mut got).unwrap();
        assert_eq!(got[0], *byte);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn stderr_passes_unchanged_and_is_kept_in_lines() {
    let home = Home::new();
    let output = home.talk(r"printf 'one\ntwo\r\n\377 no end' >&2", b"");
    assert_eq!(output.stderr, b"one\ntwo\r\n\xff no end");
    assert_eq!(home.recorded().err, output.stderr);
    assert_eq!(home.json(["list", "--format", "json"])["recordings"][0]["stderr_lines"], 3);
}

#[test]
fn exit_codes_and_signals_of_the_agent_are_ours() {
    let home = Home::new();
    for code in [0, 1, 7, 255] {
        assert_eq!(home.talk(&format!("exit {code}"), b"").status.code(), Some(code));
    }
    for signal in [2, 9, 15] {
        let status = home.talk(&format!("kill -{signal} $$"), b"").status;
        assert_eq!(status.code(), Some(128 + signal));
    }
    let states: Vec<_> = home.json(["list", "--format", "json"])["recordings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| (r["exit_code"].as_i64(), r["exit_signal"].as_i64()))
        .collect();
    assert_eq!(states[0], (None, Some(15)));
    assert_eq!(states[3], (Some(255), None));
}

#[test]
fn arguments_environment_and_folder_are_those_of_a_direct_start() {
    let home = Home::new();
    let script = r#"printf '%s|' "$@"; pwd; env | sort; ls /proc/self/fd | wc -l"#;
    let run = |command: &mut Command| {
        let output = command
            .args(["sh", "-c", script, "sh", "a b", "", "--", "-v", "*", "\u{1f980}"])
            .current_dir(home.dir.path())
            .env("SOME_VALUE", "x y")
            .stdin(Stdio::null())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let direct = run(&mut Command::new("env"));
    let through = run(Command::new(BIN).arg("--db").arg(home.db()).args(["run", "--"]));
    assert_eq!(through, direct.replace("_=/usr/bin/env\n", &env_line(&through)));
}

/// The shell variable that names the program differs by nature.
fn env_line(text: &str) -> String {
    text.lines().find(|l| l.starts_with("_=")).map(|l| format!("{l}\n")).unwrap_or_default()
}

#[test]
fn either_side_may_close_first() {
    let home = Home::new();
    // The client closes; the agent goes on talking.
    let output = home.talk("cat >/dev/null; echo after the end", b"x\n");
    assert_eq!(output.stdout, b"after the end\n");
    // The agent closes its stdout and lives on; the client sees the end at once.
    let mut child = home.proxy("exec >&-; read line; exit 3");
    let mut all = Vec::new();
    child.stdout.take().unwrap().read_to_end(&mut all).unwrap();
    child.stdin.take().unwrap().write_all(b"go\n").unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(3));
    // The agent closes its stdin and lives on; the client's next write fails.
    let mut child = home.proxy("exec <&-; echo closed; sleep 30");
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    assert_eq!(line(&mut stdout), "closed");
    let mut stdin = child.stdin.take().unwrap();
    wait_until("a write fails", || stdin.write_all(b"x\n").is_err());
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_client_that_stops_listening_is_noticed_by_the_agent() {
    let home = Home::new();
    // yes(1) ends by SIGPIPE when nobody reads; the shell reports it.
    let mut child = home.proxy("yes; echo $? >&2");
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    assert_eq!(line(&mut stdout), "y");
    drop(stdout);
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(err.lines().last(), Some("141"));
    child.wait().unwrap();
}

/// The best of a few tries: a machine that is busy may delay one of them, and not all.
fn within_a_tenth_of_a_second(what: &str, mut once: impl FnMut() -> std::time::Duration) {
    let limit = std::time::Duration::from_millis(100);
    let mut best = once();
    for _ in 0..7 {
        if best < limit {
            break;
        }
        best = best.min(once());
    }
    eprintln!("{what}: {best:?}");
    assert!(best < limit, "{what}: {best:?}");
}

#[test]
fn a_grandchild_that_holds_stdout_open_is_not_waited_for() {
    within_a_tenth_of_a_second("ended beside a grandchild that holds stdout", beside_a_holder);
}

fn beside_a_holder() -> std::time::Duration {
    let home = Home::new();
    let mut child = home.proxy("sleep 60 & echo $!; printf 'last words'; exit 5");
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let sleeper: i32 = line(&mut stdout).parse().unwrap();
    let began = std::time::Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(5));
    let took = began.elapsed();
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).unwrap();
    assert_eq!(rest, "last words");
    assert!(!is_gone(sleeper), "the grandchild had ended by itself: nothing was tested");
    kill_process(Pid::from_raw(sleeper).unwrap(), Signal::KILL).unwrap();
    took
}

#[test]
fn a_grandchild_that_never_stops_writing_is_not_waited_for() {
    within_a_tenth_of_a_second("ended beside a grandchild that writes", beside_a_chatterer);
}

fn beside_a_chatterer() -> std::time::Duration {
    let home = Home::new();
    let mut child = home.proxy("echo $$; yes & echo $! >&2; sleep 0.3; exit 5");
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let agent: i32 = line(&mut stdout).parse().unwrap();
    let chatterer: i32 = line(&mut stderr).parse().unwrap();
    let reader = std::thread::spawn(move || {
        std::io::copy(&mut stdout, &mut std::io::sink()).unwrap();
    });
    let until = std::time::Instant::now() + std::time::Duration::from_secs(30);
    while !is_gone(agent) {
        assert!(std::time::Instant::now() < until, "the agent does not end");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let ended = std::time::Instant::now();
    assert_eq!(child.wait().unwrap().code(), Some(5));
    let took = ended.elapsed();
    reader.join().unwrap();
    // Nobody reads any more: it ends by itself, unless it had ended before.
    let _ = kill_process(Pid::from_raw(chatterer).unwrap(), Signal::KILL);
    took
}

#[test]
fn signals_reach_the_agent() {
    let home = Home::new();
    for (signal, name) in [
        (Signal::TERM, "TERM"),
        (Signal::INT, "INT"),
        (Signal::HUP, "HUP"),
        (Signal::QUIT, "QUIT"),
        (Signal::USR1, "USR1"),
        (Signal::ALARM, "ALRM"),
        (Signal::ABORT, "ABRT"),
    ] {
        let script = format!(
            "trap 'echo got; exit 9' {name}; echo ready; while :; do read x || sleep 0.01; done"
        );
        let mut child = home.proxy(&script);
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        assert_eq!(line(&mut stdout), "ready");
        kill_process(pid(&child), signal).unwrap();
        drop(child.stdin.take());
        assert_eq!(line(&mut stdout), "got", "{name}");
        assert_eq!(child.wait().unwrap().code(), Some(9), "{name}");
    }
    let mut child = home.proxy("echo ready; exec sleep 60");
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    line(&mut stdout);
    kill_process(pid(&child), Signal::TERM).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(128 + 15));
}

#[test]
fn a_signal_that_was_ignored_stays_ignored() {
    let home = Home::new();
    let mut command = Command::new("sh");
    command.args(["-c", r#"trap "" HUP; exec "$@""#, "sh"]).arg(BIN).arg("--db").arg(home.db());
    command.args(["run", "--", "sh", "-c", "echo $$; read x; echo alive"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let agent: i32 = line(&mut stdout).parse().unwrap();
    kill_process(pid(&child), Signal::HUP).unwrap();
    kill_process(Pid::from_raw(agent).unwrap(), Signal::HUP).unwrap();
    child.stdin.take().unwrap().write_all(b"go\n").unwrap();
    assert_eq!(line(&mut stdout), "alive");
    assert!(child.wait().unwrap().success());
}

#[test]
fn killed_alone_or_with_its_group_the_agent_ends_too() {
    let home = Home::new();
    for whole_group in [false, true] {
        let mut command =
            home.command(["run", "--", "sh", "-c", "echo $$; while :; do sleep 1; done"]);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0).spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let agent: i32 = line(&mut stdout).parse().unwrap();
        assert!(test_kill_process(Pid::from_raw(agent).unwrap()).is_ok());
        if whole_group {
            kill_process_group(pid(&child), Signal::KILL).unwrap();
        } else {
            kill_process(pid(&child), Signal::KILL).unwrap();
        }
        assert_eq!(child.wait().unwrap().signal(), Some(9));
        wait_until("the agent ends", || is_gone(agent));
        if !whole_group {
            // Its sleep is an orphan of the shell now; it ends by itself.
            let _ = kill_process_group(pid(&child), Signal::KILL);
        }
    }
}

#[test]
fn stopping_and_continuing_stops_and_continues_both() {
    let home = Home::new();
    let mut command =
        home.command(["run", "--", "sh", "-c", "echo $$; while read x; do echo \"$x\"; done"]);
    let mut child =
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).process_group(0).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let agent: i32 = line(&mut stdout).parse().unwrap();
    let state = |pid: i32| {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
        stat.rsplit(')').next().unwrap().trim().chars().next().unwrap()
    };
    let proxy = child.id() as i32;
    kill_process(pid(&child), Signal::TSTP).unwrap();
    wait_until("both stop", || state(proxy) == 'T' && state(agent) == 'T');
    kill_process(pid(&child), Signal::CONT).unwrap();
    wait_until("both go on", || state(proxy) != 'T' && state(agent) != 'T');
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"still here\n").unwrap();
    assert_eq!(line(&mut stdout), "still here");
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_command_that_cannot_be_started_is_told_in_one_line() {
    let home = Home::new();
    let message = home.fails(127, ["run", "--", "no-such-agent"]);
    assert_eq!(
        message,
        "acp-scope: no-such-agent: command not found: check its spelling, or give its full path: \
         the PATH of your editor may differ from that of your shell\n"
    );
    let message = home.fails(127, ["run", "--", "/nowhere/agent"]);
    assert_eq!(message, "acp-scope: /nowhere/agent: command not found: check the path\n");
    let message = home.fails(127, ["run", "--", "/etc/passwd"]);
    assert!(message.starts_with("acp-scope: /etc/passwd: Permission denied"), "{message}");
    assert_eq!(home.json(["list", "--format", "json"])["recordings"], serde_json::json!([]));
}

#[test]
fn without_a_place_to_record_the_conversation_goes_on() {
    let home = Home::new();
    std::fs::write(home.path("file"), "").unwrap();
    let db = home.path("file").join("x.db");
    let output = Command::new(BIN)
        .arg("--db")
        .arg(&db)
        .args(["run", "--", "echo", "hello"])
        .output()
        .unwrap();
    assert_eq!(output.stdout, b"hello\n");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("acp-scope: not recording: "), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    assert!(output.status.success());
}

#[test]
fn with_a_database_that_is_none_the_journal_keeps_the_conversation() {
    let home = Home::new();
    std::fs::write(home.db(), "something else ".repeat(100)).unwrap();
    let output = home.talk("sleep 0.3; cat", b"kept\n");
    assert_eq!(output.stdout, b"kept\n");
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("not an acp-scope database"), "{message}");
    assert_eq!(message.lines().count(), 1, "{message}");
    // Once the way is free, the next command finds all of it.
    std::fs::remove_file(home.db()).unwrap();
    let recorded = home.recorded();
    assert_eq!((recorded.c2a, recorded.a2c), (b"kept\n".to_vec(), b"kept\n".to_vec()));
}

/// A file system of its own, with a size; `None` without the right to mount one.
struct Disk(std::path::PathBuf);

impl Disk {
    fn mount(path: std::path::PathBuf, size: &str) -> Option<Disk> {
        std::fs::create_dir(&path).unwrap();
        let disk = Disk(path);
        let mounted = disk.options(&format!("size={size},mode=0700"));
        if !mounted {
            eprintln!("not tested: a small disk needs the right to mount one");
        }
        mounted.then_some(disk)
    }

    fn options(&self, options: &str) -> bool {
        let mut command = Command::new("mount");
        command.args(["-t", "tmpfs", "-o", options, "tmpfs"]).arg(&self.0);
        command.stderr(Stdio::null()).status().is_ok_and(|s| s.success())
    }

    fn grow(&self, size: &str) {
        assert!(self.options(&format!("remount,size={size}")));
    }

    fn db(&self) -> std::path::PathBuf {
        self.0.join("x.db")
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(BIN);
        command.arg("--db").arg(self.db()).args(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn last(&self) -> serde_json::Value {
        let output = self.command(&["list", "--format", "json"]).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let all: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        all["recordings"][0].clone()
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("-l").arg(&self.0).stderr(Stdio::null()).status();
    }
}

/// The bytes that a recording says it lacks, by direction.
fn lacking(missing: &str) -> (usize, usize) {
    let number = |before: &str| -> usize {
        let end = missing.find(before).unwrap_or_else(|| panic!("{missing}"));
        missing[..end].rsplit(' ').next().unwrap().parse().unwrap()
    };
    (number(" bytes to the agent"), number(" to the client"))
}

#[test]
fn a_database_on_a_disk_that_cannot_be_written_can_be_read() {
    let home = Home::new();
    let Some(disk) = Disk::mount(home.path("disk ?&%é"), "9m") else { return };
    let run = |args: &[&str]| {
        let output = disk.command(args).stdin(Stdio::null()).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let corpus = support::corpus()[0].to_string_lossy().into_owned();
    assert_eq!(run(&["import", &corpus]).0, Some(0));
    let reading: [&[&str]; 6] = [
        &["list"],
        &["show", "last"],
        &["show", "last", "--view", "findings"],
        &["search", "session"],
        &["export", "last"],
        &["check", "last"],
    ];
    let before = reading.map(run);
    assert!(disk.options("remount,ro"));
    for (args, before) in reading.iter().zip(before) {
        assert_eq!(run(args), before, "{args:?}");
    }
    for args in [&["rename", "last", "x"][..], &["delete", "last"], &["import", &corpus]] {
        let (code, _, message) = run(args);
        assert_eq!(code, Some(2), "{args:?}");
        assert!(message.contains("whether its disk can be written"), "{message}");
    }
    let (code, found, _) = run(&["doctor"]);
    assert!(code == Some(2) && found.contains("its disk is read-only"), "{found}");
    // The conversation goes on.
    let (code, said, message) = run(&["run", "--", "echo", "hello"]);
    assert_eq!((code, &*said), (Some(0), "hello\n"));
    assert!(message.contains("not recording") && message.contains("Read-only"), "{message}");
    assert!(disk.options("remount,rw"));
}

#[test]
fn an_export_that_finds_no_room_leaves_the_file_that_was_there() {
    let home = Home::new();
    let Some(disk) = Disk::mount(home.path("disk"), "64k") else { return };
    home.talk("cat", &noise(300_000, 1));
    let file = disk.0.join("kept.acp.jsonl");
    std::fs::write(&file, "as it was").unwrap();
    for format in ["jsonl", "html", "md"] {
        let args = ["export", "last", "--format", format, "-o", &file.to_string_lossy()];
        let message = home.fails(2, args);
        assert!(message.contains("kept.acp.jsonl: cannot be written: No space"), "{message}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "as it was");
        assert_eq!(std::fs::read_dir(&disk.0).unwrap().count(), 1, "nothing else stays");
    }
    disk.grow("9m");
    home.ok(["export", "last", "-o", &file.to_string_lossy()]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), home.ok(["export", "last"]));
}

#[test]
fn what_keeps_an_agent_from_starting_is_told_with_what_to_do() {
    let home = Home::new();
    let limited = |limit: &str, agent: &str| {
        let script = format!("ulimit {limit}; exec \"$@\"");
        let mut command = Command::new("sh");
        command.args(["-c", &script, "sh", BIN, "--db"]).arg(home.db());
        let output = command.args(["run", "--", agent]).output().unwrap();
        assert_eq!(output.status.code(), Some(127));
        String::from_utf8(output.stderr).unwrap()
    };
    let message = limited("-n 12", "cat");
    assert!(
        message.ends_with("raise the limit of open files (`ulimit -n`): recording takes a dozen\n"),
        "{message}"
    );
    let message = limited("-c 0", "");
    assert_eq!(
        message,
        "acp-scope: run: the command is empty: write the agent's command behind `--`\n"
    );
}

#[test]
fn a_disk_that_is_full_to_the_end_is_told_and_nothing_else_suffers() {
    let home = Home::new();
    let Some(disk) = Disk::mount(home.path("disk"), "1m") else { return };
    let input = noise(6_000_000, 3);
    let mut child = disk.command(&["run", "--", "sh", "-c", "cat; exit 3"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let copy = input.clone();
    let writer = std::thread::spawn(move || stdin.write_all(&copy).unwrap());
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    assert!(output.stdout == input);
    assert_eq!(output.status.code(), Some(3));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("No space left on device"), "{message}");
    disk.grow("60m");
    let row = disk.last();
    assert_eq!((&row["phase"], &row["exit_code"]), (&"ended".into(), &3.into()), "{row}");
    let (to_agent, to_client) = lacking(row["missing"].as_str().unwrap());
    let export = disk.command(&["export", "last"]).output().unwrap();
    let recorded = support::Recorded::parse(&String::from_utf8(export.stdout).unwrap());
    // What is not there is what is said to be missing, to the byte.
    assert_eq!(recorded.c2a.len() + to_agent, input.len());
    assert_eq!(recorded.a2c.len() + to_client, input.len());
    assert!(input.starts_with(&recorded.c2a) && input.starts_with(&recorded.a2c));
}

#[test]
fn a_proxy_that_is_killed_while_the_disk_is_full_tells_what_is_missing() {
    let home = Home::new();
    let Some(disk) = Disk::mount(home.path("disk"), "1m") else { return };
    let mut child = disk.command(&["run", "--", "cat"]).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let writer = std::thread::spawn(move || {
        let _ = stdin.write_all(&noise(6_000_000, 3));
        stdin
    });
    let mut got = vec![0; 6_000_000];
    stdout.read_exact(&mut got).unwrap();
    child.kill().unwrap();
    child.wait().unwrap();
    drop(writer.join().unwrap());
    disk.grow("60m");
    let row = disk.last();
    assert_eq!(row["phase"], "killed");
    let (to_agent, to_client) = lacking(row["missing"].as_str().unwrap());
    let export = disk.command(&["export", "last"]).output().unwrap();
    let recorded = support::Recorded::parse(&String::from_utf8(export.stdout).unwrap());
    assert_eq!(recorded.c2a.len() + to_agent, got.len());
    assert_eq!(recorded.a2c.len() + to_client, got.len());
}

#[test]
fn a_recording_resumes_by_itself_when_there_is_space_again() {
    let home = Home::new();
    let Some(disk) = Disk::mount(home.path("disk"), "1m") else { return };
    let mut child = disk.command(&["run", "--", "cat"]).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut pass = |bytes: Vec<u8>| {
        let copy = bytes.clone();
        let mut got = vec![0; bytes.len()];
        std::thread::scope(|s| {
            s.spawn(|| stdin.write_all(&copy).unwrap());
            stdout.read_exact(&mut got).unwrap();
        });
        assert!(got == bytes);
    };
    pass(noise(3_000_000, 5));
    assert!(line(&mut stderr).contains("recording is interrupted"));
    disk.grow("60m");
    std::thread::sleep(std::time::Duration::from_millis(300));
    pass(b"\nhere again\n".to_vec());
    let told = std::iter::repeat_with(|| line(&mut stderr)).find(|l| l.contains("again"));
    assert_eq!(told.as_deref(), Some("acp-scope: recording again"));
    drop(stdin);
    assert!(child.wait().unwrap().success());
    let row = disk.last();
    assert_eq!(row["phase"], "ended");
    assert!(lacking(row["missing"].as_str().unwrap()).0 > 0, "{row}");
    let export = disk.command(&["export", "last"]).output().unwrap();
    let recorded = support::Recorded::parse(&String::from_utf8(export.stdout).unwrap());
    assert!(recorded.c2a.ends_with(b"here again\n") && recorded.a2c.ends_with(b"here again\n"));
}

#[test]
fn a_recording_begins_as_soon_as_there_is_space_for_it() {
    let home = Home::new();
    let Some(disk) = Disk::mount(home.path("disk"), "1m") else { return };
    // Not a byte is left when the proxy starts.
    let filler = disk.0.join("filler");
    std::fs::write(&filler, vec![1; 2 << 20]).unwrap_err();
    let mut child = disk.command(&["run", "--", "sh", "-c", "cat; exit 3"]).spawn().unwrap();
    let (mut stdin, mut stdout) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    let mut pass = |bytes: &[u8]| {
        stdin.write_all(bytes).unwrap();
        let mut got = vec![0; bytes.len()];
        stdout.read_exact(&mut got).unwrap();
        assert_eq!(got, bytes);
    };
    // Cut in the middle of a frame, which nobody is to be accused of.
    let before = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\"}\n{\"jsonrpc\":";
    pass(before);
    let told = line(&mut stderr);
    assert!(
        told.starts_with("acp-scope: not recording: ")
            && told.contains("No space left on device")
            && told.contains("begins when it can"),
        "{told}"
    );
    std::fs::remove_file(&filler).unwrap();
    assert_eq!(line(&mut stderr), "acp-scope: recording now: what crossed before is missing");
    let after = b"\"2.0\",\"id\":7,\"result\":{}}\n{\"jsonrpc\":\"2.0\",\"id\":8,\"result\":{}}\n";
    pass(after);
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(3));
    let row = disk.last();
    assert_eq!((&row["phase"], &row["exit_code"]), (&"ended".into(), &3.into()), "{row}");
    let missing = row["missing"].as_str().unwrap();
    assert!(missing.starts_with("from 0.000 s to "), "{missing}");
    assert_eq!(lacking(missing), (before.len(), before.len()));
    let export = disk.command(&["export", "last"]).output().unwrap();
    let recorded = support::Recorded::parse(&String::from_utf8(export.stdout).unwrap());
    assert!(recorded.c2a == after && recorded.a2c == after);
    // Live, judged again, and by the command: what was not seen is held against nobody.
    let found = |args: &[&str]| -> Vec<String> {
        let output = disk.command(args).output().unwrap();
        let all: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let list = all["findings"].as_array().or_else(|| all[0]["findings"].as_array()).unwrap();
        list.iter().map(|f| f["rule"].as_str().unwrap().to_owned()).collect()
    };
    let want = ["acp-scope/frames-missing"];
    assert_eq!(found(&["show", "last", "--view", "findings", "--format", "json"]), want);
    assert_eq!(found(&["check", "last", "--format", "json"]), want);
    let db = rusqlite::Connection::open(disk.db()).unwrap();
    db.execute_batch("UPDATE recordings SET judged_by = 0").unwrap();
    assert_eq!(found(&["show", "last", "--view", "findings", "--format", "json"]), want);
}

#[test]
fn a_limit_on_file_sizes_interrupts_the_recording_and_nothing_else() {
    let home = Home::new();
    let script =
        r#"ulimit -f 8; "$0" --db "$1" run -- sh -c 'head -c 100000 /dev/zero; kill -XFSZ $$'"#;
    let output = Command::new("sh").args(["-c", script, BIN]).arg(home.db()).output().unwrap();
    assert_eq!(output.stdout.len(), 100_000);
    // The agent has the signal's default, as without us.
    assert_eq!(output.status.code(), Some(128 + 25));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("File too large"), "{message}");
}

#[test]
fn what_goes_wrong_behind_the_agents_end_is_told() {
    let home = Home::new();
    // The first piece fills the client's pipe and is recorded. The second waits in the agent's when that has ended,
    // and is too much for the journal.
    let script = r#"ulimit -f 64; exec "$0" --db "$1" run -- \
        sh -c 'head -c 8000 /dev/zero; sleep 0.2; head -c 60000 /dev/zero; echo over >&2'"#;
    let mut command = Command::new("sh");
    command.args(["-c", script, BIN]).arg(home.db());
    let (mut stdout, theirs) = std::io::pipe().unwrap();
    rustix::pipe::fcntl_setpipe_size(&stdout, 4096).unwrap();
    let mut child = command.stdout(theirs).stderr(Stdio::piped()).spawn().unwrap();
    drop(command);
    let mut stderr = BufReader::new(child.stderr.take().unwrap());
    // The database, too, is too large for that limit, which is told meanwhile.
    assert!(std::iter::repeat_with(|| line(&mut stderr)).take(5).any(|l| l == "over"));
    std::thread::sleep(std::time::Duration::from_millis(500));
    let (mut out, mut err) = (Vec::new(), String::new());
    stdout.read_to_end(&mut out).unwrap();
    stderr.read_to_string(&mut err).unwrap();
    assert_eq!(out.len(), 68_000);
    assert!(err.contains("recording is interrupted") && err.contains("File too large"), "{err}");
    assert!(child.wait().unwrap().success());
}

#[test]
fn an_agent_that_closes_its_stderr_closes_ours() {
    let home = Home::new();
    let mut child = home.proxy("echo last >&2; exec 2>&-; cat");
    let mut err = String::new();
    // Before it ends, which it does only when its stdin does.
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!(err, "last\n");
    drop(child.stdin.take());
    assert!(child.wait().unwrap().success());
}

#[test]
fn nothing_of_ours_is_printed_unless_asked() {
    let home = Home::new();
    let output = home.talk("echo out; echo err >&2", b"");
    assert_eq!((output.stdout, output.stderr), (b"out\n".to_vec(), b"err\n".to_vec()));
    let output = home.run(["run", "-v", "--", "true"]);
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("acp-scope: recording "), "{message}");
    assert_eq!((output.stdout.len(), message.lines().count()), (0, 1));
}
