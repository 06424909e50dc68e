//! Nobody else reads what is recorded, or changes it: rights of files, other users, requests without manners.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use support::{BIN, Home};

fn all_below(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all_below(&path, out);
        }
        out.push(path);
    }
}

struct Page {
    child: Child,
    port: u16,
    token: String,
}

impl Page {
    fn open(mut command: Command) -> Page {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url = line.trim().strip_prefix("The page is at http://127.0.0.1:").unwrap();
        let (port, token) = url.split_once("/?token=").unwrap();
        Page { port: port.parse().unwrap(), token: token.to_owned(), child }
    }

    fn send(&self, request: &str, token: bool) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let token =
            if token { format!("Authorization: Bearer {}\r\n", self.token) } else { String::new() };
        let request = format!(
            "{request} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n{token}Connection: close\r\n\r\n",
            self.port
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A live recording and a page, begun under this umask; all files in between are looked at.
fn with_everything(umask: &str, look: impl FnOnce(&Home, &Page)) {
    let home = Home::new();
    let sh = |script: &str| {
        let mut command = Command::new("sh");
        command.args(["-c", &format!("umask {umask}; {script}"), BIN]).arg(home.path("data/x.db"));
        command
    };
    let mut proxy = sh(r#"exec "$0" --db "$1" run -- sh -c 'echo secret; exec cat'"#)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    BufReader::new(proxy.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let page = Page::open(sh(r#"exec "$0" --db "$1" ui --port 0"#));
    let until = Instant::now() + Duration::from_secs(10);
    while !home.path("data/x.db-wal").exists() || !home.path("data/x.db.token").exists() {
        assert!(Instant::now() < until);
        std::thread::sleep(Duration::from_millis(10));
    }
    look(&home, &page);
    drop(proxy.stdin.take());
    proxy.wait().unwrap();
}

#[test]
fn files_are_the_owners_from_the_first_moment_whatever_the_umask() {
    for umask in ["000", "022", "077"] {
        with_everything(umask, |home, _| {
            // The recording is in the database a moment after it has begun.
            let until = Instant::now() + Duration::from_secs(10);
            let script = format!(r#"umask {umask}; "$0" --db "$1" export last -o "$2""#);
            loop {
                let output = Command::new("sh")
                    .args(["-c", &script, BIN])
                    .arg(home.path("data/x.db"))
                    .arg(home.path("data/out.acp.jsonl"))
                    .output()
                    .unwrap();
                if output.status.success() {
                    break;
                }
                let told = String::from_utf8_lossy(&output.stderr).into_owned();
                assert!(Instant::now() < until, "{told}");
                std::thread::sleep(Duration::from_millis(20));
            }
            let mut all = vec![home.path("data")];
            all_below(&home.path("data"), &mut all);
            let names: Vec<String> =
                all.iter().map(|p| p.file_name().unwrap().to_string_lossy().into_owned()).collect();
            for name in
                ["x.db", "x.db-wal", "x.db-shm", "x.db.token", "lock", "reserve", "out.acp.jsonl"]
            {
                assert!(names.iter().any(|n| n == name), "{name} is not among {names:?}");
            }
            assert!(names.iter().any(|n| n.ends_with(".seg")), "{names:?}");
            for path in all {
                let mode = std::fs::metadata(&path).unwrap().permissions().mode() & 0o777;
                let want = if path.is_dir() { 0o700 } else { 0o600 };
                assert_eq!(mode, want, "{} under umask {umask}: {mode:o}", path.display());
            }
        });
    }
}

#[test]
fn another_user_reads_nothing_and_changes_nothing() {
    if std::fs::metadata("/proc/self").unwrap().uid() != 0 {
        eprintln!("not tested: becoming another user needs root");
        return;
    }
    const NOBODY: u32 = 65_534;
    with_everything("000", |home, page| {
        // Even if the folders are opened to them, the files are not.
        for folder in
            [home.dir.path().to_owned(), home.path("data"), home.path("data/x.db.journals")]
        {
            std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o755)).unwrap();
        }
        let mut all = Vec::new();
        all_below(&home.path("data"), &mut all);
        let nobody = |script: &str, path: &Path| {
            let mut command = Command::new("sh");
            command.args(["-c", script]).arg(path).uid(NOBODY).gid(NOBODY);
            command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().success()
        };
        // The other user can be, and can see the folder.
        assert!(nobody(r#"ls "$0""#, &home.path("data")));
        for path in &all {
            assert!(
                !nobody(r#"cat "$0" || ls "$0/""#, path) || path.ends_with("x.db.journals"),
                "{}",
                path.display()
            );
            assert!(!nobody(r#"echo >> "$0" || touch "$0/x""#, path), "{}", path.display());
            assert!(!nobody(r#"rm -rf "$0""#, path), "{}", path.display());
        }
        let mut command = Command::new(BIN);
        command.arg("--db").arg(home.path("data/x.db")).arg("list").uid(NOBODY).gid(NOBODY);
        let output = command.output().unwrap();
        assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
        // As a shell of theirs sees it: the page answers nothing, changes nothing, and its processes tell nothing.
        let shell = |script: &str| {
            let mut command = Command::new("su");
            command.args(["nobody", "-s", "/bin/bash", "-c", script]).stdin(Stdio::null());
            let output = command.output().unwrap();
            let text = [output.stdout, output.stderr].concat();
            String::from_utf8_lossy(&text).into_owned()
        };
        assert_eq!(shell("id -un").trim(), "nobody");
        let port = page.port;
        for request in [
            "GET /",
            "GET /?token=",
            "GET /api/recordings",
            "GET /api/recordings/1/frames",
            "GET /api/live",
            "GET /api/recordings/1/export",
            "DELETE /api/recordings/1",
            "PUT /api/recordings/1/bookmarks/1",
            "POST /api/recordings?name=x.acp.jsonl",
        ] {
            for credentials in
                ["", "Authorization: Bearer 0123456789abcdef\\r\\n", "Cookie: token=x\\r\\n"]
            {
                let answer = shell(&format!(
                    "exec 3<>/dev/tcp/127.0.0.1/{port}; printf '{request} HTTP/1.1\\r\\nHost: 127.0.0.1:{port}\\r\\n\
                     Origin: http://127.0.0.1:{port}\\r\\n{credentials}Content-Length: 2\\r\\nConnection: close\\r\\n\\r\\n{{}}' >&3; \
                     timeout 5 cat <&3"
                ));
                assert!(answer.starts_with("HTTP/1.1 401"), "{request}: {answer}");
                assert!(!answer.contains("secret"), "{request}: {answer}");
            }
        }
        for file in ["environ", "mem", "maps", "fd/0", "cwd/x.db", "root/etc/shadow"] {
            let told =
                shell(&format!("cat /proc/{}/{file} >/dev/null && echo readable", page.child.id()));
            assert!(!told.contains("readable"), "{file}: {told}");
        }
        let pid = page.child.id();
        assert!(!shell(&format!("kill -TERM {pid} && echo sent")).contains("sent"));
        // It is all there as it was.
        assert!(page.send("GET /api/recordings", true).starts_with("HTTP/1.1 200"));
        assert!(page.send("GET /api/recordings/1", true).starts_with("HTTP/1.1 200"));
        // Nor does the page tell them anything.
        let answer = page.send("GET /api/recordings", false);
        assert!(answer.starts_with("HTTP/1.1 401") && !answer.contains("secret"), "{answer}");
        // The token is in no command line.
        let told = std::fs::read_to_string(format!("/proc/{}/cmdline", page.child.id())).unwrap();
        assert!(!told.contains(&page.token));
        for path in all {
            assert!(path.exists(), "{}", path.display());
        }
    });
}

#[test]
fn a_recording_is_not_made_where_others_can_write_and_the_conversation_goes_on() {
    let home = Home::new();
    std::fs::create_dir(home.path("open")).unwrap();
    std::fs::set_permissions(home.path("open"), std::fs::Permissions::from_mode(0o777)).unwrap();
    let output = Command::new(BIN)
        .arg("--db")
        .arg(home.path("open/x.db"))
        .args(["run", "--", "echo", "hello"])
        .output()
        .unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"hello\n"[..]));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("not recording") && message.contains("chmod o-w"), "{message}");
    assert_eq!(std::fs::read_dir(home.path("open")).unwrap().count(), 0);
}

#[test]
fn refusals_are_json_too() {
    let home = Home::new();
    let page = Page::open(home.command(["ui", "--port", "0"]));
    for (request, status) in [
        ("GET /api/recordings/nonsense", 400),
        ("GET /api/recordings/1/frames?from=x", 400),
        ("PUT /api/recordings", 405),
        ("GET /api/nothing", 404),
    ] {
        let answer = page.send(request, true);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{request}: {answer}");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(
            head.to_lowercase().contains("content-type: application/problem+json"),
            "{request}: {head}"
        );
        let body: serde_json::Value =
            serde_json::from_str(body).unwrap_or_else(|_| panic!("{body}"));
        assert!(!body["detail"].as_str().unwrap().is_empty(), "{request}");
    }
}

#[test]
fn who_connects_and_says_nothing_keeps_nobody_from_the_page() {
    let home = Home::new();
    let page = Page::open(home.command(["ui", "--port", "0"]));
    let mut silent: Vec<TcpStream> = (0..100)
        .map(|_| {
            let mut stream = TcpStream::connect(("127.0.0.1", page.port)).unwrap();
            stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
            stream
        })
        .collect();
    let began = Instant::now();
    assert!(page.send("GET /api/recordings", true).starts_with("HTTP/1.1 200"));
    assert!(began.elapsed() < Duration::from_secs(5));
    // And is sent away.
    for stream in &mut silent {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest);
        assert!(!rest.starts_with(b"HTTP/1.1 200"));
    }
    let took = began.elapsed();
    assert!((Duration::from_secs(8)..Duration::from_secs(19)).contains(&took), "{took:?}");
}

#[test]
fn the_page_ends_at_once_though_somebody_is_connected() {
    let home = Home::new();
    let mut page = Page::open(home.command(["ui", "--port", "0"]));
    let mut stream = TcpStream::connect(("127.0.0.1", page.port)).unwrap();
    let request = format!(
        "GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\n\r\n",
        page.port, page.token
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut first = [0; 12];
    stream.read_exact(&mut first).unwrap();
    assert_eq!(&first, b"HTTP/1.1 200");
    let pid = rustix::process::Pid::from_child(&page.child);
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
    let began = Instant::now();
    page.child.wait().unwrap();
    assert!(began.elapsed() < Duration::from_secs(3), "{:?}", began.elapsed());
}
