//! The log of our own: there when asked for, and never with anything in it that crossed or that is secret.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};

use support::{BIN, Home};

/// What must not be found, whole or in part.
const SECRET: &str = "Xq7Zw3Vk";

fn logged(home: &Home, args: &[&str]) -> Command {
    let mut command = Command::new(BIN);
    command.arg("--db").arg(home.path("data/x.db")).args(["--log", "trace", "--log-file"]);
    command.arg(home.path("log")).args(args).env("NO_COLOR", "1");
    command.env(format!("{SECRET}_NAME"), SECRET);
    command
}

fn secret(place: &str) -> String {
    format!("{SECRET}-{place}")
}

#[test]
fn secrets_in_every_place_are_in_no_log() {
    let home = Home::new();
    std::fs::create_dir(home.path("data")).unwrap();
    std::fs::set_permissions(home.path("data"), std::fs::Permissions::from_mode(0o700)).unwrap();
    let run = |args: &[&str]| {
        let output = logged(&home, args).stdin(Stdio::null()).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    // In arguments, in a name, in the environment, both ways on the wire, on stderr, in what is no JSON.
    let script = format!(
        "read x; echo \"$x\"; echo {} >&2; echo '{{\"method\":\"{}\"'; exit 3",
        secret("stderr"),
        secret("method")
    );
    let name = secret("name");
    let mut proxy = logged(&home, &["run", "--name", &name, "--", "sh", "-c", &script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let frame = format!(
        r#"{{"jsonrpc":"2.0","id":"{0}","method":"initialize","params":{{"clientInfo":{{"name":"{0}"}},"sessionId":"{0}"}}}}"#,
        secret("frame")
    );
    proxy.stdin.take().unwrap().write_all(format!("{frame}\n").as_bytes()).unwrap();
    let output = proxy.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(3));
    // Nothing of ours on stderr: the log has a file.
    assert_eq!(String::from_utf8(output.stderr).unwrap(), secret("stderr") + "\n");
    // In commands, also in those that fail.
    run(&["list"]);
    run(&["show", "last"]);
    run(&["search", &secret("frame")]);
    run(&["search", &format!("nonsense:{}", secret("filter"))]);
    run(&["check", "last"]);
    run(&["show", &secret("recording")]);
    run(&["rename", "1", &secret("renamed")]);
    let exported = run(&["export", "last", "--redact", "--redact-pattern", &secret("pattern")]);
    assert!(exported.contains(SECRET));
    let file = home.path(&secret("file.acp.jsonl"));
    std::fs::write(&file, exported + "not a line: " + &secret("line")).unwrap();
    run(&["import", &file.to_string_lossy()]);
    run(&["run", "--", &format!("/nowhere/{}", secret("program"))]);
    // In requests to the page: address, headers, bodies, and the token.
    let mut page = logged(&home, &["ui", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(page.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (port, token) = line.trim().rsplit_once(':').unwrap().1.split_once("/?token=").unwrap();
    for request in [
        format!("GET /?token={token}"),
        format!("GET /api/recordings/{}", secret("path")),
        format!("GET /{}/x?{}", secret("path"), secret("query")),
        format!("GET /api/search?q={}", secret("query")),
        format!("GET /api/explain/{}", secret("explain")),
        "GET /api/recordings/1/frames".to_owned(),
        "PUT /api/recordings/1/bookmarks/1".to_owned(),
    ] {
        let mut stream = TcpStream::connect(("127.0.0.1", port.parse::<u16>().unwrap())).unwrap();
        let body = format!(r#"{{"note":"{}"}}"#, secret("note"));
        let text = format!(
            "{request} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nX-Mine: {}\r\n\
             Authorization: Bearer {token}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             Connection: close\r\n\r\n{body}",
            secret("header"),
            body.len()
        );
        stream.write_all(text.as_bytes()).unwrap();
        stream.read_to_string(&mut String::new()).unwrap();
    }
    page.kill().unwrap();
    page.wait().unwrap();

    let log = std::fs::read_to_string(home.path("log")).unwrap();
    assert_eq!(std::fs::metadata(home.path("log")).unwrap().permissions().mode() & 0o777, 0o600);
    // It does tell something: of the proxy, of the indexing, of the page.
    for told in
        ["the agent has ended: Exit(3)", "bytes of payload", "is complete", "GET /api/search"]
    {
        assert!(log.contains(told), "{told:?} is not in:\n{log}");
    }
    for hidden in [SECRET, token, "clientInfo", "nowhere"] {
        let line = log.lines().find(|l| l.contains(hidden));
        assert_eq!(line, None, "{hidden:?} is in the log");
    }
    eprintln!("{} lines of log, and no secret in them", log.lines().count());
}

#[test]
fn a_log_is_had_by_the_environment_and_its_faults_cost_no_conversation() {
    let home = Home::new();
    let log = home.path("log");
    let mut command = home.command(["run", "--", "echo", "hello"]);
    let output = command.env("ACP_SCOPE_LOG", "info").env("ACP_SCOPE_LOG_FILE", &log).output();
    assert_eq!(output.unwrap().stdout, b"hello\n");
    assert!(std::fs::read_to_string(&log).unwrap().contains("the agent has ended: Exit(0)"));
    // To stderr where no file is named.
    let output = home.command(["run", "--", "true"]).env("ACP_SCOPE_LOG", "info").output().unwrap();
    assert!(String::from_utf8(output.stderr).unwrap().contains("the agent runs"));
    // A level that is none, a file that cannot be had.
    for (level, file) in [("loud", "x"), ("info", "/nowhere/log")] {
        let mut command = home.command(["run", "--", "echo", "hello"]);
        command.env("ACP_SCOPE_LOG", level).env("ACP_SCOPE_LOG_FILE", file);
        let output = command.output().unwrap();
        assert_eq!((output.stdout.as_slice(), output.status.code()), (&b"hello\n"[..], Some(0)));
        assert_eq!(String::from_utf8(output.stderr).unwrap().lines().count(), 1);
    }
    home.fails(2, ["list", "--log", "info", "--log-file", "/nowhere/log"]);
    home.fails(2, ["list", "--log", "loud"]);
    // A file that has grown large is put aside.
    std::fs::File::create(&log).unwrap().set_len(11 << 20).unwrap();
    home.ok(["list", "--log", "trace", "--log-file", &log.to_string_lossy()]);
    assert!(std::fs::metadata(&log).unwrap().len() < 1 << 20);
    assert!(home.path("log.old").exists());
}
