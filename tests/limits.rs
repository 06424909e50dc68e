//! What is legal and out of the common: kept to the byte, and shown.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Stdio;

use support::{Home, Recorded};

/// Each with a word that a list of frames is to have of it.
fn frames() -> Vec<(&'static str, String)> {
    let deep = 10_000;
    let key = "k".repeat(1 << 20);
    vec![
        (
            "deep",
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"method":"deep","params":{}{}}}"#,
                "[".repeat(deep),
                "]".repeat(deep)
            ),
        ),
        ("wide", format!(r#"{{"jsonrpc":"2.0","id":2,"method":"wide","params":{{"{key}":1}}}}"#)),
        (
            "huge",
            r#"{"jsonrpc":"2.0","id":340282366920938463463374607431768211457,"method":"huge","params":{"n":1e400,"m":-18446744073709551617,"f":0.1000000000000000055511151231257827}}"#
                .to_owned(),
        ),
        ("twice", r#"{"jsonrpc":"2.0","id":3,"method":"twice","params":{"a":1,"a":2},"id":4}"#.to_owned()),
        ("half", r#"{"jsonrpc":"2.0","id":5,"method":"half","params":{"t":"\ud800 and \udc00\ud800"}}"#.to_owned()),
    ]
}

fn get(port: &str, token: &str, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(("127.0.0.1", port.parse().unwrap())).unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut all = Vec::new();
    stream.read_to_end(&mut all).unwrap();
    let all = String::from_utf8_lossy(&all).into_owned();
    (all[9..12].parse().unwrap(), all)
}

/// Ends with the test, however that ends.
struct Ends(std::process::Child);

impl Drop for Ends {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn what_is_out_of_the_common_is_kept_to_the_byte_and_shown() {
    let home = Home::new();
    let frames = frames();
    let input: String = frames.iter().map(|(_, f)| format!("{f}\n")).collect();
    let output = home.talk("cat", input.as_bytes());
    assert!(output.stdout == input.as_bytes());
    let exported = home.ok(["export", "last"]);
    let recorded = Recorded::parse(&exported);
    assert!(recorded.c2a == input.as_bytes() && recorded.a2c == input.as_bytes());
    // Through a file and back.
    let file = home.path("x.acp.jsonl");
    std::fs::write(&file, &exported).unwrap();
    home.ok(["import", &file.to_string_lossy()]);
    assert!(Recorded::parse(&home.ok(["export", "last"])) == recorded);
    for recording in ["1", "2"] {
        let shown = home.json(["show", recording, "--view", "frames", "--format", "json"]);
        let shown = shown["frames"].as_array().unwrap();
        assert_eq!(shown.len(), 2 * frames.len());
        for (name, frame) in &frames {
            let row = shown.iter().find(|r| r["method"] == *name);
            let row = row.unwrap_or_else(|| panic!("{name} is not among them"));
            assert_eq!(row["size"], frame.len(), "{name}");
        }
        for view in ["timeline", "frames", "findings", "state", "stats"] {
            let output = home.run(["show", recording, "--view", view]);
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success() || said.contains("invalid value"), "{view}: {said}");
        }
        assert!(home.run(["check", recording]).status.code() < Some(2));
    }
    // A number that no double holds is shown as it was written.
    let text = home.ok(["explain", "--frame", "3", "1"]);
    assert!(!text.is_empty());

    let page = home.command(["ui", "--port", "0"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut page = Ends(page);
    let mut line = String::new();
    BufReader::new(page.0.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (port, token) = line.trim().rsplit_once(':').unwrap().1.split_once("/?token=").unwrap();
    let all = home.json(["show", "1", "--view", "frames", "--format", "json"]);
    for row in all["frames"].as_array().unwrap() {
        let (number, method) = (row["frame"].as_i64().unwrap(), row["method"].as_str().unwrap());
        let frame = &frames.iter().find(|(name, _)| *name == method).unwrap().1;
        for part in ["", "/explain", "/raw"] {
            let (status, body) =
                get(port, token, &format!("/api/recordings/1/frames/{number}{part}"));
            assert_eq!(status, 200, "{method}{part}: {}", &body[..body.len().min(400)]);
            if part == "/raw" {
                assert!(body.ends_with(frame.as_str()), "{method}: not as it was");
            }
        }
    }
    for path in ["frames", "timeline", "findings", "state?at=10", "sessions"] {
        let (status, body) = get(port, token, &format!("/api/recordings/1/{path}"));
        assert_eq!(status, 200, "{path}: {}", &body[..body.len().min(400)]);
    }
}
