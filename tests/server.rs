//! The page's server, asked over real sockets by hand-written requests.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use serde_json::Value;
use support::{Home, corpus};

/// A server that runs, ended with the test.
struct Page {
    child: Child,
    port: u16,
    token: String,
}

impl Drop for Page {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct Answer {
    status: u16,
    head: String,
    body: Vec<u8>,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|l| {
            let (key, value) = l.split_once(':')?;
            key.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }
}

impl Page {
    fn open(home: &Home) -> Page {
        Page::with(home, &["--port", "0"])
    }

    fn with(home: &Home, args: &[&str]) -> Page {
        let mut child = home
            .command(["ui"].iter().chain(args))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let url =
            line.trim().strip_prefix("The page is at http://127.0.0.1:").unwrap_or_else(|| {
                let mut err = String::new();
                let _ = child.stderr.take().unwrap().read_to_string(&mut err);
                panic!("{line} {err}")
            });
        let (port, token) = url.split_once("/?token=").unwrap();
        Page { port: port.parse().unwrap(), token: token.to_owned(), child }
    }

    /// Sends a request with these headers, and only these.
    fn raw(&self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let mut request = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\n");
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{request}\r\n").as_bytes()).unwrap();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        let end = all.windows(4).position(|w| w == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(all[..end].to_vec()).unwrap();
        let mut body = all.split_off(end + 4);
        if head.to_lowercase().contains("transfer-encoding: chunked") {
            body = unchunked(&body);
        }
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head, body }
    }

    fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    fn send(&self, method: &str, path: &str) -> Answer {
        let bearer = format!("Bearer {}", self.token);
        self.raw(method, path, &[("Host", &self.host()), ("Authorization", &bearer)])
    }

    /// Sends a body.
    fn put(&self, path: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
        self.with_body("PUT", path, body, headers)
    }

    fn with_body(&self, method: &str, path: &str, body: &str, headers: &[(&str, &str)]) -> Answer {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let mut request = format!(
            "{method} {path} HTTP/1.1\r\nConnection: close\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n",
            self.host(),
            self.token,
            body.len()
        );
        for (name, value) in headers {
            request.push_str(&format!("{name}: {value}\r\n"));
        }
        stream.write_all(format!("{request}\r\n{body}").as_bytes()).unwrap();
        let mut all = String::new();
        stream.read_to_string(&mut all).unwrap();
        let (head, body) = all.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, head: head.to_owned(), body: body.as_bytes().to_vec() }
    }

    fn get(&self, path: &str) -> Answer {
        self.send("GET", path)
    }

    /// The ticks of the live stream, one a line.
    fn live(&self) -> impl Iterator<Item = Value> + use<> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        let request = format!(
            "GET /api/live HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\n\r\n",
            self.host(),
            self.token
        );
        stream.write_all(request.as_bytes()).unwrap();
        BufReader::new(stream)
            .lines()
            .map_while(Result::ok)
            .filter_map(|l| l.strip_prefix("data: ").map(|d| serde_json::from_str(d).unwrap()))
    }
}

fn unchunked(mut body: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    while let Some(end) = body.windows(2).position(|w| w == b"\r\n") {
        let size = usize::from_str_radix(std::str::from_utf8(&body[..end]).unwrap(), 16).unwrap();
        out.extend_from_slice(&body[end + 2..end + 2 + size]);
        body = &body[end + 4 + size..];
        if size == 0 {
            break;
        }
    }
    out
}

fn import(home: &Home, name: &str) {
    let file = corpus().into_iter().find(|f| f.to_string_lossy().contains(name)).unwrap();
    home.ok(["import", &file.to_string_lossy()]);
}

#[test]
fn only_who_holds_the_token_is_answered() {
    let home = Home::new();
    let page = Page::open(&home);
    let host = page.host();
    for path in ["/", "/assets/x.js", "/api/recordings", "/api/live", "/api/nothing"] {
        let answer = page.raw("GET", path, &[("Host", &host)]);
        assert_eq!(answer.status, 401, "{path}");
        let wrong = format!("{path}?token={}", "0".repeat(32));
        assert_eq!(page.raw("GET", &wrong, &[("Host", &host)]).status, 401, "{wrong}");
        let wrong = ("Authorization", "Bearer 1");
        assert_eq!(page.raw("GET", path, &[("Host", &host), wrong]).status, 401, "{path}");
    }
    let html = page.raw("GET", "/", &[("Host", &host), ("Accept", "text/html")]);
    assert!(String::from_utf8(html.body).unwrap().contains("acp-scope ui"));

    // The link's token becomes a cookie and leaves the address.
    let link = format!("/r/1/frames?frame=2&token={}&tab=raw", page.token);
    let answer = page.raw("GET", &link, &[("Host", &host)]);
    assert_eq!(answer.status, 303);
    assert_eq!(answer.header("location"), Some("/r/1/frames?frame=2&tab=raw"));
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    let answer = page.raw("GET", "/api/recordings", &[("Host", &host), ("Cookie", cookie)]);
    assert_eq!((answer.status, answer.json()), (200, serde_json::json!([])));
    let link = format!("//evil.example/?token={}", page.token);
    let answer = page.raw("GET", &link, &[("Host", &host)]);
    assert_eq!(answer.header("location"), Some("/evil.example/"));
}

#[test]
fn other_names_and_other_pages_are_refused() {
    let home = Home::new();
    import(&home, "opencode-basic");
    let page = Page::open(&home);
    let bearer = format!("Bearer {}", page.token);
    let auth = ("Authorization", bearer.as_str());
    for host in ["evil.example", "127.0.0.1", "127.0.0.1.evil.example", "evil.example:80"] {
        assert_eq!(page.raw("GET", "/api/recordings", &[("Host", host), auth]).status, 403);
    }
    let localhost = format!("localhost:{}", page.port);
    assert_eq!(page.raw("GET", "/api/recordings", &[("Host", &localhost), auth]).status, 200);
    let host = page.host();
    let foreign = ("Origin", "http://evil.example");
    let answer = page.raw("DELETE", "/api/recordings/1", &[("Host", &host), auth, foreign]);
    assert_eq!(answer.status, 403);
    // A page at another port of this machine holds the same cookie; the browser tells who asks.
    let asked = |site, mode, dest| {
        let fetched =
            [("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode), ("Sec-Fetch-Dest", dest)];
        let headers = [&[("Host", &*host), auth][..], &fetched].concat();
        page.raw("GET", "/api/recordings", &headers).status
    };
    assert_eq!(asked("same-origin", "cors", "empty"), 200);
    assert_eq!(asked("same-site", "no-cors", "script"), 403);
    assert_eq!(asked("cross-site", "navigate", "iframe"), 403);
    assert_eq!(asked("cross-site", "navigate", "document"), 200);
    let own = format!("http://{host}");
    let answer =
        page.raw("DELETE", "/api/recordings/1", &[("Host", &host), auth, ("Origin", &own)]);
    assert_eq!(answer.status, 204);
}

#[test]
fn nothing_may_be_loaded_from_elsewhere() {
    let home = Home::new();
    let page = Page::open(&home);
    let answer = page.get("/api/about");
    let policy = answer.header("content-security-policy").unwrap();
    assert!(
        policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"),
        "{policy}"
    );
    for never in ["unsafe", "http", "*", "nonce", "blob:"] {
        assert!(!policy.contains(never), "{policy}");
    }
    assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert!(answer.header("access-control-allow-origin").is_none());
}

#[test]
fn one_stylesheet_of_the_page_has_a_nonce_that_is_good_once() {
    let home = Home::new();
    let page = Page::open(&home);
    let host = page.host();
    let bearer = format!("Bearer {}", page.token);
    let policy = |auth: &str, status| {
        let headers = [("Host", &*host), ("Accept", "text/html"), ("Authorization", auth)];
        let answer = page.raw("GET", "/", &headers);
        assert_eq!(answer.status, status);
        assert_eq!(answer.header("cache-control"), Some("no-store"));
        let policy = answer.header("content-security-policy").unwrap().to_owned();
        assert!(!policy.contains("unsafe") && !policy.contains("http"), "{policy}");
        let nonce = policy.split("style-src 'nonce-").nth(1).unwrap().split('\'').next().unwrap();
        assert!(nonce.len() == 32 && nonce.bytes().all(|b| b.is_ascii_hexdigit()), "{nonce}");
        assert_eq!(policy.matches("nonce-").count(), 1, "for styles alone");
        let html = String::from_utf8(answer.body).unwrap();
        assert!(!html.contains("style=") && !html.contains("<script>"), "{html}");
        (nonce.to_owned(), html)
    };
    let (first, _) = policy(&bearer, 200);
    assert_ne!(policy(&bearer, 200).0, first);
    // Without the token, too: there the style is a part of the page.
    let (nonce, html) = policy("Bearer 1", 401);
    assert!(html.contains(&format!("<style nonce=\"{nonce}\">")), "{html}");
}

#[test]
fn recordings_and_frames_are_served_in_windows() {
    let home = Home::new();
    import(&home, "claude-tools");
    let page = Page::open(&home);
    let list = page.get("/api/recordings").json();
    assert_eq!(list[0]["frames"], 118);
    assert_eq!(list[0]["client"]["title"], "Lab driver");
    let window = page.get("/api/recordings/1/frames?from=50&limit=3").json();
    assert_eq!(window["total"], 118);
    let numbers: Vec<_> =
        window["rows"].as_array().unwrap().iter().map(|r| r["n"].as_i64().unwrap()).collect();
    assert_eq!(numbers, [50, 51, 52]);
    assert_eq!(page.get("/api/recordings/1/frames?from=119").json()["rows"], serde_json::json!([]));

    let rows = page.get("/api/recordings/1/frames?limit=1000").json()["rows"].clone();
    let asked = rows
        .as_array()
        .unwrap()
        .iter()
        .find(|r| r["method"] == "session/request_permission")
        .unwrap()
        .clone();
    assert_eq!(asked["kind"], "request");
    let answered = &rows[asked["pair"].as_u64().unwrap() as usize - 1];
    assert_eq!((&answered["kind"], &answered["pair"]), (&"response".into(), &asked["n"]));
    assert_eq!(answered["method"], "session/request_permission");
    assert_eq!(answered["session"], asked["session"]);
    assert_eq!(answered["latency"], asked["latency"]);

    let detail = page.get("/api/recordings/1/frames/1").json();
    let text = detail["text"].as_str().unwrap();
    assert_eq!(detail["row"]["size"], text.len());
    assert_eq!(page.get("/api/recordings/1/frames/1/raw").body, text.as_bytes());
    assert_eq!(page.get("/api/recordings/1/stderr").json().as_array().unwrap().len(), 13);

    for (path, error) in [
        ("/api/recordings/9", "no recording 9: it may have been deleted"),
        ("/api/recordings/9/frames", "no recording 9: it may have been deleted"),
        ("/api/recordings/1/frames/999", "recording 1 has no frame 999"),
        ("/api/what", "the API has no such address"),
    ] {
        let answer = page.get(path);
        assert_eq!((answer.status, &answer.json()["detail"]), (404, &error.into()), "{path}");
    }
}

/// A made conversation with everything in it: replay, compaction, notices, a child, a cancel, errors.
fn conversation(home: &Home) {
    let file =
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/made/conversation.acp.jsonl").to_owned();
    home.ok(["import", &file]);
}

#[test]
fn the_timeline_is_served_as_of_any_frame() {
    let home = Home::new();
    conversation(&home);
    let page = Page::open(&home);
    let now = page.get("/api/recordings/1/sessions").json();
    assert_eq!((&now["at"], &now["folded"]), (&34.into(), &34.into()));
    let names: Vec<&Value> = now["sessions"].as_array().unwrap().iter().map(|s| &s["id"]).collect();
    assert_eq!(names, [&Value::Null, &"s1".into(), &"child".into()]);
    assert_eq!(
        (&now["sessions"][1]["turns"], &now["sessions"][1]["open_turn"]),
        (&3.into(), &3.into())
    );
    let turns = page.get("/api/recordings/1/turns?session=s1").json();
    let turn = &turns["turns"][0];
    assert_eq!((&turn["stop_reason"], &turn["cancelled_frame"]), (&"cancelled".into(), &28.into()));
    assert_eq!(turn["waits"].as_array().unwrap().len(), 1);
    let sums: f64 =
        turn["time"]["sums"].as_object().unwrap().values().filter_map(Value::as_f64).sum();
    assert!((sums - turn["time"]["total"].as_f64().unwrap()).abs() < 1e-6, "{turn}");

    let then = page.get("/api/recordings/1/sessions?at=15").json();
    assert_eq!(then["sessions"].as_array().unwrap().len(), 2, "the child is not there yet");
    let open = &then["sessions"][1]["open_turn"];
    let then = page.get("/api/recordings/1/turns?session=s1&at=15").json();
    assert_eq!(
        (&then["turns"][0]["stop_reason"], open),
        (&Value::Null, &then["turns"][0]["number"])
    );

    let all = page.get("/api/recordings/1/timeline?session=s1&limit=500").json();
    let items = all["items"].as_array().unwrap();
    let compaction = items.iter().find(|i| i["type"] == "compaction").unwrap();
    assert_eq!(compaction["state"]["status"], "completed");
    assert_eq!(compaction["frames"], serde_json::json!([[13, 14], [17, 18]]));
    let index = &compaction["index"];
    let before = page.get(&format!("/api/recordings/1/items/{index}?session=s1&at=17")).json();
    assert_eq!(before["state"]["status"], "in_progress");
    assert_eq!(before["state"]["summary"].as_array().unwrap().len(), 2);
    let patches = page.get(&format!("/api/recordings/1/items/{index}/patches?session=s1")).json();
    assert_eq!(patches["patches"][3]["set"], serde_json::json!(["status", "summary"]));

    let window = page.get("/api/recordings/1/timeline?session=s1&from=2&limit=3").json();
    assert_eq!(window["items"].as_array().unwrap()[..], items[2..5]);
    let place = page.get("/api/recordings/1/frames/13/item").json();
    assert_eq!((&place["items"][0]["index"], &place["plumbing"]), (index, &Value::Null));
    let state = page.get("/api/recordings/1/state?at=9").json();
    assert_eq!(state["open_requests"][0]["frame"], 9);
    assert_eq!(state["sessions"][0]["mode"]["currentModeId"], "ask");

    // A session that only a later frame brings is there with nothing in it: whoever goes back in time asks for it.
    let early = page.get("/api/recordings/1/timeline?session=child&at=5").json();
    assert_eq!((&early["total"], &early["items"]), (&0.into(), &Value::Array(Vec::new())));
    for missing in [
        "/api/recordings/1/timeline?session=nobody",
        "/api/recordings/1/items/99?session=s1",
        "/api/recordings/1/frames/99/item",
        "/api/recordings/9/sessions",
    ] {
        assert_eq!(page.get(missing).status, 404, "{missing}");
    }
}

#[test]
fn turns_steps_and_marks_are_served_in_windows() {
    let home = Home::new();
    conversation(&home);
    let page = Page::open(&home);
    let get = |path: &str| page.get(&format!("/api/recordings/1/{path}")).json();

    let all = get("turns");
    let firsts = |page: &Value| -> Vec<u64> {
        let turns = page["turns"].as_array().unwrap();
        turns.iter().map(|t| t["first_frame"].as_u64().unwrap()).collect()
    };
    let (total, prompts) = (all["total"].as_u64().unwrap(), firsts(&all));
    assert_eq!((total, prompts.len()), (3, 3));
    assert!(prompts.is_sorted());
    assert_eq!(firsts(&get("turns?from=1&limit=1")), prompts[1..2]);
    let of_one = get("turns?session=s1");
    assert_eq!(of_one["total"], 3);
    let last = of_one["turns"][0]["last_frame"].as_u64().unwrap();
    let beyond = get(&format!("turns?session=s1&first={}", last + 1));
    assert_eq!(firsts(&beyond), firsts(&of_one)[1..]);

    let places = get("turns/places?session=s1");
    assert_eq!(places["first_frame"], serde_json::json!(firsts(&of_one)));
    assert_eq!(places["last_frame"][0], last);
    assert_eq!(places["end"][0], "cancelled");
    assert_eq!(get("turns/places?session=s1&from=1")["first_frame"].as_array().unwrap().len(), 2);

    let steps = get(&format!("steps?at={}", prompts[1]));
    assert!(
        steps["before"].as_u64() < Some(prompts[1]) && steps["after"].as_u64() > Some(prompts[1])
    );
    assert_eq!(get("steps?at=1")["before"], Value::Null);
    assert_eq!(get("steps?at=34")["after"], Value::Null);
    let items = get("timeline?session=s1&limit=500");
    let compaction = items["items"].as_array().unwrap().iter().find(|i| i["type"] == "compaction");
    let index = &compaction.unwrap()["index"];
    let steps = get(&format!("steps?session=s1&item={index}&at=14"));
    assert_eq!(steps, serde_json::json!({"before": 13, "after": 17}));

    // The window in which a frame's item stands, and the turns of its items.
    let focus = get("timeline?session=s1&at=17&focus=17&limit=500");
    assert_eq!(&focus["focus"], index);
    assert_eq!((&focus["from"], &focus["turns"][0]["number"]), (&0.into(), &1.into()));
    assert_eq!(get("timeline?session=s1&focus=1")["focus"], Value::Null);

    let marks = get("marks?buckets=900");
    assert_eq!(marks["folded"], 34);
    assert_eq!(marks["compactions"][0]["frame"], 18);
    assert_eq!(
        (marks["replays"].as_array().unwrap().len(), marks["waits"].as_array().unwrap().len()),
        (1, 1)
    );
    let counted = |marks: &Value| -> u64 {
        marks["turns"].as_array().unwrap().iter().map(|t| t["count"].as_u64().unwrap()).sum()
    };
    assert_eq!((counted(&marks), counted(&get("marks?buckets=1"))), (3, 3));

    let calls = get("calls");
    let prompts = calls.as_array().unwrap().iter().find(|c| c["method"] == "session/prompt");
    let prompts = prompts.unwrap();
    assert_eq!((&prompts["dir"], &prompts["count"]), (&"c2a".into(), &3.into()));
    assert!(prompts["p50"].as_f64() <= prompts["most"].as_f64());
}

#[test]
fn a_kept_timeline_is_used_once_and_made_again_when_it_is_of_another_version() {
    let home = Home::new();
    conversation(&home);
    let ask = |home: &Home| {
        let page = Page::open(home);
        let all = page.get("/api/recordings/1/timeline?session=s1&limit=500").body;
        ((all, page.get("/api/recordings/1/sessions").body), page)
    };
    let kept = |sql: &str| -> i64 {
        rusqlite::Connection::open(home.db()).unwrap().query_row(sql, [], |r| r.get(0)).unwrap()
    };
    // It is kept behind the answer's back.
    let becomes = |sql: &str, count: i64| {
        let end = std::time::Instant::now() + std::time::Duration::from_secs(10);
        while kept(sql) != count {
            assert!(std::time::Instant::now() < end, "{sql} gives {}", kept(sql));
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    };
    let (made, page) = ask(&home);
    becomes("SELECT count(*) FROM timelines WHERE frames = 34", 1);
    becomes("SELECT count(*) FROM turns", 3);
    drop(page);
    assert!(ask(&home).0 == made, "what is kept shows the same");
    // Of another version, and damaged: neither is believed.
    let change = |sql: &str| {
        rusqlite::Connection::open(home.db()).unwrap().execute_batch(sql).unwrap();
    };
    change("UPDATE timelines SET version = 0, data = x'00'; DELETE FROM turns;");
    let (again, page) = ask(&home);
    assert!(again == made);
    becomes("SELECT count(*) FROM timelines WHERE version > 0", 1);
    becomes("SELECT count(*) FROM turns", 3);
    drop(page);
    change("UPDATE timelines SET data = x'ffffffffffffffff';");
    assert!(ask(&home).0 == made);
    home.ok(["delete", "1"]);
    assert_eq!(kept("SELECT count(*) FROM timelines"), 0);
}

#[test]
fn a_number_that_is_given_again_is_another_recording() {
    let home = Home::new();
    conversation(&home);
    let page = Page::open(&home);
    let names = || -> Vec<String> {
        let all = page.get("/api/recordings/1/sessions").json();
        let ids = all["sessions"].as_array().unwrap().iter().filter_map(|s| s["id"].as_str());
        ids.map(str::to_owned).collect()
    };
    assert_eq!(names(), ["s1", "child"]);
    home.ok(["delete", "1"]);
    assert_eq!(page.get("/api/recordings/1/sessions").status, 404);
    import(&home, "claude-plan");
    assert!(!names().is_empty() && !names().contains(&"s1".to_owned()), "{:?}", names());
}

#[test]
fn large_and_odd_frames_are_served_whole() {
    let home = Home::new();
    let mut input = b"\xff\xfe not text\n\"".to_vec();
    input.extend("é".repeat(1_500_000).bytes());
    input.extend_from_slice(b"\"\n");
    home.talk("cat >/dev/null", &input);
    home.ok(["list"]);
    let page = Page::open(&home);
    let odd = page.get("/api/recordings/1/frames/1").json();
    assert_eq!((&odd["text"], &odd["row"]["kind"]), (&Value::Null, &"invalid".into()));
    assert_eq!(odd["base64"], "//4gbm90IHRleHQ=");
    let large = page.get("/api/recordings/1/frames/2").json();
    assert_eq!(large["cut"], true);
    assert!(large["text"].as_str().unwrap().len() > 1_000_000);
    let raw = page.get("/api/recordings/1/frames/2/raw");
    assert_eq!(raw.header("content-length"), Some("3000002"));
    assert!(raw.body == input[12..input.len() - 1]);
    // Any window of them, of a frame in parts and of one that is whole; none behind the end.
    for (frame, bytes) in [(2, &input[12..input.len() - 1]), (1, &input[..11])] {
        for (from, limit) in [(0, 5), (7, 3), (1_048_570, 20), (2_999_990, 100), (9_000_000, 1)] {
            let path = format!("/api/recordings/1/frames/{frame}/raw?from={from}&limit={limit}");
            let end = bytes.len().min(from + limit);
            assert_eq!(page.get(&path).body, bytes[from.min(end)..end], "{path}");
        }
    }
    let most = page.get("/api/recordings/1/frames/2/raw?from=1&limit=99999999");
    assert_eq!(most.body.len(), 1 << 20);
}

#[test]
fn frames_of_another_process_show_while_it_runs() {
    let home = Home::new();
    let page = Page::open(&home);
    let mut live = page.live();
    assert_eq!(live.next().unwrap()["changed"], serde_json::json!([]));
    let mut child = home.proxy("cat");
    let mut stdin = child.stdin.take().unwrap();
    let started = live.find(|t| !t["changed"].as_array().unwrap().is_empty()).unwrap();
    assert_eq!(started["changed"][0]["phase"], "live");
    for n in 1..=5 {
        writeln!(stdin, r#"{{"jsonrpc":"2.0","method":"n{n}"}}"#).unwrap();
        live.find(|t| t["changed"][0]["frames"] == 2 * n).unwrap();
        let rows = page.get(&format!("/api/recordings/1/frames?from={}", 2 * n)).json();
        assert_eq!(rows["rows"][0]["method"], format!("n{n}"));
    }
    assert_eq!(page.send("DELETE", "/api/recordings/1").status, 409);
    drop(stdin);
    child.wait().unwrap();
    let ended = live.find(|t| t["changed"][0]["phase"] == "ended").unwrap();
    assert_eq!(ended["changed"][0]["ended"], "exit code 0");
    assert_eq!(page.send("DELETE", "/api/recordings/1").status, 204);
    assert_eq!(
        live.find(|t| t["deleted"] == serde_json::json!([1])).unwrap()["changed"],
        serde_json::json!([])
    );
}

#[test]
fn a_running_page_completes_what_killed_proxies_leave_behind() {
    let home = Home::new();
    let page = Page::open(&home);
    let mut live = page.live();
    let mut child = home.proxy("seq -f %0200.0f 1 5000; sleep 60");
    live.find(|t| t["changed"][0]["phase"] == "live").unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..5_000 {
        stdout.read_line(&mut String::new()).unwrap();
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let killed = live.find(|t| t["changed"][0]["phase"] == "killed").unwrap();
    assert_eq!(killed["changed"][0]["frames"], 5_000);
    assert_eq!(killed["changed"][0]["ended"], "the proxy was killed");
}

#[test]
fn a_port_that_is_taken_is_told_and_the_next_one_used() {
    let home = Home::new();
    let first = Page::open(&home);
    let taken = first.port.to_string();
    let mut second = Page::with(&home, &["--port", &taken]);
    assert!(second.port > first.port);
    let mut line = String::new();
    BufReader::new(second.child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert_eq!(line, format!("acp-scope: port {taken} is taken: using {}\n", second.port));
    assert_eq!(second.token, first.token, "links must stay good");
}

#[test]
fn run_with_ui_starts_one_page_that_outlives_it() {
    let home = Home::new();
    let url = || {
        let output = home.command(["run", "--ui", "--", "sleep", "1.5"]).output().unwrap();
        let message = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.stdout, b"");
        message
            .trim()
            .strip_prefix("acp-scope: the page is at ")
            .unwrap_or_else(|| panic!("{message}"))
            .to_owned()
    };
    // Several at once on a new database, and one more.
    let all: Vec<String> = std::thread::scope(|s| {
        let threads: Vec<_> = (0..4).map(|_| s.spawn(url)).collect();
        threads.into_iter().map(|t| t.join().unwrap()).collect()
    });
    let first = all[0].clone();
    assert!(all.iter().all(|u| *u == first), "{all:?}");
    assert_eq!(url(), first);
    let (port, token) =
        first.strip_prefix("http://127.0.0.1:").unwrap().split_once("/?token=").unwrap();
    // The server is no child of ours; it is asked by its port and ended by its number.
    let pids: Vec<i32> = std::fs::read_dir("/proc")
        .unwrap()
        .filter_map(|e| e.unwrap().file_name().to_str()?.parse::<i32>().ok())
        .filter(|pid| {
            let line = std::fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            let line = String::from_utf8_lossy(&line).replace('\0', " ");
            line.contains(&*home.db().to_string_lossy()) && line.contains("--idle-exit")
        })
        .collect();
    assert_eq!(pids.len(), 1, "one page");
    let pid = pids[0];
    let mut stream = TcpStream::connect(("127.0.0.1", port.parse::<u16>().unwrap())).unwrap();
    let request = format!(
        "GET /api/recordings HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    let pid = rustix::process::Pid::from_raw(pid).unwrap();
    rustix::process::kill_process(pid, rustix::process::Signal::TERM).unwrap();
}

#[test]
fn a_page_that_nobody_looks_at_ends() {
    let home = Home::new();
    let mut page = Page::with(&home, &["--port", "0", "--idle-exit", "1"]);
    assert!(page.child.wait().unwrap().success());
}

#[test]
fn density_counts_every_frame_and_columns_give_them() {
    let home = Home::new();
    import(&home, "claude-tools");
    let page = Page::open(&home);
    let frames = page.get("/api/recordings/1").json()["frames"].as_i64().unwrap();

    let density = page.get("/api/recordings/1/density?buckets=100").json();
    assert_eq!(density["frames"].as_i64(), Some(frames));
    let busy = density["busy"].as_array().unwrap();
    let crossed = |b: &Value| b["c2a"].as_i64().unwrap() + b["a2c"].as_i64().unwrap();
    assert_eq!(busy.iter().map(crossed).sum::<i64>(), frames);
    assert!(busy.iter().all(|b| b["index"].as_u64().unwrap() < 100));
    assert_eq!(
        density["stretches"].as_array().unwrap().last().unwrap()["to_x"].as_f64(),
        Some(1.0)
    );
    // Asked again it is the same: nothing is counted twice.
    assert_eq!(page.get("/api/recordings/1/density?buckets=100").json(), density);

    let columns = page.get("/api/recordings/1/columns?from=2&to=6").json();
    assert_eq!(columns["total"].as_i64(), Some(frames));
    for name in ["t", "dir", "kind", "method", "update", "session", "size", "pair", "latency"] {
        assert_eq!(columns[name].as_array().map(Vec::len), Some(5), "{name}");
    }
    // Frame 2 answers `initialize`.
    let method = columns["method"][0].as_u64().unwrap() as usize;
    assert_eq!(columns["names"][method], "initialize");
    assert_eq!((&columns["kind"][0], &columns["pair"][0]), (&Value::from(2), &Value::from(1)));
    assert_eq!(page.get("/api/recordings/9/columns").status, 404);
    assert_eq!(page.get("/api/recordings/9/density").status, 404);
}

/// A filter as part of an address.
fn encoded(text: &str) -> String {
    text.bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") }
        })
        .collect()
}

fn row_numbers(page: &Value) -> Vec<i64> {
    page["rows"].as_array().unwrap().iter().map(|r| r["n"].as_i64().unwrap()).collect()
}

#[test]
fn a_filter_is_a_window_over_what_passes() {
    let home = Home::new();
    import(&home, "claude-tools");
    let page = Page::open(&home);
    let of = |filter: &str, more: &str| {
        page.get(&format!("/api/recordings/1/frames?filter={}{more}", encoded(filter))).json()
    };
    let all = of("kind:request,response", "&limit=1000");
    let numbers = row_numbers(&all);
    assert_eq!(all["total"], 118);
    assert_eq!(
        all["matches"],
        serde_json::json!({"rows": numbers.len(), "count": numbers.len(), "from": 1, "reached": 118, "done": true, "version": 0})
    );
    let some = of("kind:request,response", "&from=3&limit=2");
    assert_eq!(row_numbers(&some), numbers[2..4]);
    assert_eq!(
        (&some["matches"]["from"], &some["matches"]["count"]),
        (&3.into(), &numbers.len().into())
    );
    // From a frame on: the next that passes, and its place.
    let near = of("kind:request,response", &format!("&frame={}&limit=1", numbers[3] - 1));
    assert_eq!(
        row_numbers(&near).first(),
        Some(if numbers[2] == numbers[3] - 1 { &numbers[2] } else { &numbers[3] })
    );
    assert_eq!(of("kind:batch", "")["matches"]["count"], 0);
    let wrong = page.get("/api/recordings/1/frames?filter=knid%3Arequest");
    assert_eq!(wrong.status, 400);
    assert_eq!(wrong.json()["detail"], "no field `knid`: did you mean `kind`?");
    assert_eq!(page.get("/api/recordings/9/frames?filter=a").status, 404);

    let check = page
        .get(&format!("/api/filter?q={}&cursor=12&recording=1", encoded("Ä\u{1f600} method:se")));
    let check = check.json();
    assert_eq!(check["canonical"], "Ä\u{1f600} method:se");
    assert_eq!(check["searched"], serde_json::json!(["Ä\u{1f600}"]));
    assert_eq!(
        (&check["completions"]["from"], &check["completions"]["to"]),
        (&11.into(), &12.into())
    );
    let check = page.get(&format!("/api/filter?q={}", encoded("Ä\u{1f600} kind:x"))).json();
    assert_eq!((&check["fault"]["from"], &check["fault"]["to"]), (&9.into(), &10.into()));

    let why = page
        .get(&format!("/api/recordings/1/why?filter={}", encoded("kind:batch dir:agent")))
        .json();
    assert_eq!(
        (&why["terms"][0]["text"], &why["terms"][0]["alone"]),
        (&"kind:batch".into(), &0.into())
    );
    assert_eq!(why["terms"][0]["rest"], "dir:agent");
    assert!(why["terms"][0]["without"].as_i64().unwrap() > 50);
    assert_eq!(why["terms"][1]["without"], 0);
}

#[test]
fn a_filter_stays_true_while_answers_come_in() {
    let home = Home::new();
    let mut proxy =
        home.proxy("read a; read b; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}'; read c");
    let mut stdin = proxy.stdin.take().unwrap();
    stdin.write_all(b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"_x/y\"}\n").unwrap();
    let page = Page::open(&home);
    let open = |page: &Page| {
        let got = page.get("/api/recordings/1/frames?filter=is%3Aunanswered").json();
        (row_numbers(&got), got["matches"]["done"] == true)
    };
    let until = |what: &dyn Fn() -> bool| {
        let began = std::time::Instant::now();
        while !what() {
            assert!(began.elapsed().as_secs() < 20);
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
    };
    until(&|| page.get("/api/recordings/1").status == 200 && open(&page) == (vec![1], true));
    stdin.write_all(b"\n").unwrap();
    until(&|| open(&page) == (vec![], true));
    drop(stdin);
    proxy.wait().unwrap();
}

#[test]
fn a_search_goes_on_behind_a_recording_that_was_deleted() {
    let home = Home::new();
    import(&home, "gemini-tools");
    import(&home, "claude-tools");
    import(&home, "gemini-tools");
    let page = Page::open(&home);
    let search = |after: &str| page.get(&format!("/api/search?q=tool_call&limit=3{after}")).json();
    let of = |got: &Value| -> Vec<i64> {
        let hits = got["hits"].as_array().unwrap();
        hits.iter().map(|hit| hit["recording"].as_i64().unwrap()).collect()
    };
    let first = search("");
    assert_eq!(of(&first), [3, 3, 3]);
    let after = format!("&after={}", encoded(first["next"].as_str().unwrap()));
    assert_eq!(of(&search(&after)), [3, 3, 3], "the same recording, further on");
    assert_eq!(page.send("DELETE", "/api/recordings/3").status, 204);
    assert_eq!(of(&search(&after)), [2, 2, 2], "the next older one");
}

#[test]
fn all_recordings_are_searched_page_by_page() {
    let home = Home::new();
    import(&home, "claude-tools");
    import(&home, "gemini-tools");
    let page = Page::open(&home);
    let mut seen = Vec::new();
    let mut after = String::new();
    loop {
        let got = page.get(&format!("/api/search?q=tool_call&limit=7{after}")).json();
        for hit in got["hits"].as_array().unwrap() {
            assert_eq!(hit["excerpt"]["hit"], "tool_call");
            seen.push((hit["recording"].as_i64().unwrap(), hit["row"]["n"].as_i64().unwrap()));
        }
        match got["next"].as_str() {
            Some(next) => after = format!("&after={}", encoded(next)),
            None => break,
        }
    }
    let mut once = seen.clone();
    once.sort_by_key(|&(r, n)| (-r, n));
    once.dedup();
    assert_eq!(seen, once);
    assert!(seen.len() > 14 && seen[0].0 == 2 && seen.last().unwrap().0 == 1, "{seen:?}");
    assert_eq!(page.get("/api/search?q=").status, 400);
    assert_eq!(page.get("/api/search?q=a&after=x").status, 400);
    // The page indexes by itself.
    let db = rusqlite::Connection::open(home.db()).unwrap();
    let began = std::time::Instant::now();
    loop {
        let upto: Option<i64> =
            db.query_row("SELECT sum(upto) FROM text_progress", [], |r| r.get(0)).unwrap();
        if upto == Some(118 + 94) {
            break;
        }
        assert!(began.elapsed().as_secs() < 20, "{upto:?}");
        std::thread::sleep(std::time::Duration::from_millis(50));
    }
}

#[test]
fn bookmarks_are_set_noted_and_removed() {
    let home = Home::new();
    import(&home, "claude-tools");
    let page = Page::open(&home);
    let path = "/api/recordings/1/bookmarks";
    assert_eq!(page.put(&format!("{path}/7"), r#"{"note":" why? "}"#, &[]).status, 204);
    assert_eq!(page.put(&format!("{path}/7?item=a%2Fb"), "{}", &[]).status, 204);
    assert_eq!(page.put(&format!("{path}/3"), r#"{"note":""}"#, &[]).status, 204);
    let list = page.get(path).json();
    let short: Vec<_> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|b| (b["frame"].as_i64().unwrap(), b["item"].as_str(), b["note"].as_str()))
        .collect();
    assert_eq!(short, [(3, None, None), (7, None, Some("why?")), (7, Some("a/b"), None)]);
    assert_eq!(page.get("/api/recordings/1").json()["marks_changed"], 3);
    let got = page.get("/api/recordings/1/frames?filter=is%3Amarked").json();
    assert_eq!(row_numbers(&got), [3, 7]);
    assert_eq!(page.send("DELETE", &format!("{path}/7")).status, 204);
    let marked = || {
        let began = std::time::Instant::now();
        loop {
            let got = page.get("/api/recordings/1/frames?filter=is%3Amarked").json();
            if got["matches"]["done"] == true {
                return row_numbers(&got);
            }
            assert!(began.elapsed().as_secs() < 10);
        }
    };
    assert_eq!(marked(), [3, 7]);
    assert_eq!(page.send("DELETE", &format!("{path}/7?item=a%2Fb")).status, 204);
    assert_eq!(marked(), [3]);
    assert_eq!(page.send("DELETE", &format!("{path}/7")).status, 204, "gone already");
    assert_eq!(page.put(&format!("{path}/999"), "{}", &[]).status, 404);
    assert_eq!(page.put("/api/recordings/9/bookmarks/1", "{}", &[]).status, 404);
    assert_eq!(page.get("/api/recordings/9/bookmarks").status, 404);
    let long = format!(r#"{{"note":"{}"}}"#, "x".repeat(20_001));
    assert_eq!(page.put(&format!("{path}/3"), &long, &[]).status, 400);
    let foreign = [("Origin", "http://evil.example")];
    assert_eq!(page.put(&format!("{path}/4"), "{}", &foreign).status, 403);
    assert_eq!(page.get(path).json().as_array().unwrap().len(), 1);
}

#[test]
fn a_selection_is_a_capture_file() {
    let home = Home::new();
    import(&home, "claude-tools");
    let page = Page::open(&home);
    page.put("/api/recordings/1/bookmarks/9", "{}", &[]);
    let whole = page.get("/api/recordings/1/export?secrets=include");
    assert_eq!(String::from_utf8(whole.body).unwrap(), home.ok(["export", "1"]));
    let part = page.get("/api/recordings/1/export?secrets=include&frames=2,7-9,8");
    assert!(
        part.header("content-disposition").unwrap().contains("recording-1-selection.acp.jsonl")
    );
    let file = home.path("part.acp.jsonl");
    std::fs::write(&file, &part.body).unwrap();
    home.ok(["import", &file.to_string_lossy()]);
    let raw = |rec: &str| -> Vec<Value> {
        home.ok(["export", rec])
            .lines()
            .map(|l| serde_json::from_str::<Value>(l).unwrap())
            .filter(|l| l["dir"] == "c2a" || l["dir"] == "a2c")
            .collect()
    };
    let (all, some) = (raw("1"), raw("2"));
    assert_eq!(some, [1, 6, 7, 8].map(|i| all[i].clone()));
    let marks = page.get("/api/recordings/2/bookmarks").json();
    assert_eq!((marks.as_array().unwrap().len(), &marks[0]["frame"]), (1, &4.into()));
    let passing = page.get("/api/recordings/1/export?secrets=include&filter=kind%3Arequest");
    assert!(String::from_utf8(passing.body).unwrap().lines().count() > 3);
    for bad in ["frames=x", "frames=1-", "filter=kind%3Ax"] {
        assert_eq!(page.get(&format!("/api/recordings/1/export?{bad}")).status, 400, "{bad}");
    }
    assert_eq!(page.get("/api/recordings/9/export?secrets=include").status, 404);
}

#[test]
fn frames_and_names_are_explained() {
    let home = Home::new();
    import(&home, "claude-tools");
    let page = Page::open(&home);
    let first = page.get("/api/recordings/1/frames/1/explain").json();
    assert!(first["what"].as_str().unwrap().contains("opens the conversation"), "{first}");
    let types: Vec<_> =
        first["groups"].as_array().unwrap().iter().map(|g| g["of"].as_str().unwrap()).collect();
    assert!(types.starts_with(&["InitializeRequest"]) && types.ends_with(&[""]), "{types:?}");
    // No frame of a real conversation has a field without a meaning, but for those that are not the protocol's.
    let mut told = 0;
    for n in 1..=118 {
        let e = page.get(&format!("/api/recordings/1/frames/{n}/explain")).json();
        assert!(!e["what"].as_str().unwrap().is_empty());
        for group in e["groups"].as_array().unwrap() {
            told += group["fields"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|f| f["meaning"].is_string())
                .count();
        }
    }
    assert!(told > 500, "{told}");
    assert_eq!(page.get("/api/recordings/1/frames/999/explain").status, 404);
    assert_eq!(page.get("/api/explain/session/prompt").json()["kind"], "method");
    assert_eq!(page.get("/api/explain/tool_call").json()["kind"], "variant");
    let rule = page.get("/api/rules/cancellation/wrong-stop-reason").json();
    assert_eq!(rule["severity"], "error");
    assert!(
        rule["right"].as_array().unwrap().iter().flat_map(|e| e.as_array().unwrap()).any(|f| {
            f["dir"] == "c2a" && f["text"].as_str().unwrap().contains("session/cancel")
        })
    );
    let none = page.get("/api/rules/cancellation/wrong-stop-raeson");
    assert_eq!(none.status, 404);
    assert_eq!(none.json()["type"], "urn:acp-scope:problem:no-rule");
    assert_eq!(
        none.json()["detail"],
        "no rule is called \"cancellation/wrong-stop-raeson\": did you mean \"cancellation/wrong-stop-reason\"?"
    );
    let none = page.get("/api/explain/session/promt");
    assert_eq!(
        (none.status, none.json()["detail"].as_str().unwrap()),
        (404, "nothing is called \"session/promt\": did you mean \"session/prompt\"?")
    );
    // The command line has the same words.
    assert!(home.ok(["explain", "session/prompt"]).contains("A turn begins"));
    assert!(home.ok(["explain", "last", "--frame", "1"]).contains("InitializeRequest"));
    let json = home.json(["explain", "last", "--frame", "1", "--format", "json"]);
    assert_eq!(json["groups"], first["groups"]);
    assert!(home.fails(2, ["explain", "tool_cal"]).contains("did you mean `tool_call`?"));
    assert!(home.fails(2, ["explain", "last", "--frame", "999"]).contains("has 118 frames"));
}

#[test]
fn pieces_of_a_text_are_folded_into_one_row() {
    let home = Home::new();
    import(&home, "claude-tools");
    let page = Page::open(&home);
    let all = page.get("/api/recordings/1/frames?limit=1000").json();
    let folded = page.get("/api/recordings/1/frames?fold=true&limit=1000").json();
    let rows = folded["rows"].as_array().unwrap();
    assert_eq!(folded["matches"]["count"], 118);
    assert_eq!(folded["matches"]["rows"], rows.len());
    assert!(rows.len() < 118);
    // Together the rows are all frames, and a run is of one variant.
    let mut next = 1;
    for row in rows {
        let first = row["n"].as_i64().unwrap();
        assert_eq!(first, next);
        let last = row["run"]["last"].as_i64().unwrap_or(first);
        for n in first..=last {
            let frame = &all["rows"][n as usize - 1];
            assert_eq!(frame["update"], row["update"]);
            assert!(first == last || row["update"].as_str().unwrap().ends_with("_chunk"));
        }
        next = last + 1;
    }
    assert_eq!(next, 119);
    let run = rows.iter().find(|r| r["run"].is_object()).unwrap();
    let (first, last) = (run["n"].as_i64().unwrap(), run["run"]["last"].as_i64().unwrap());
    let sizes: i64 =
        (first..=last).map(|n| all["rows"][n as usize - 1]["size"].as_i64().unwrap()).sum();
    assert_eq!(run["run"]["size"], sizes);
    // A frame inside of a run leads to its row.
    let near = page.get(&format!("/api/recordings/1/frames?fold=true&frame={last}&limit=1")).json();
    assert_eq!(near["rows"][0]["n"], first);
    // The window that a frame is in begins where that window begins for everybody.
    for fold in [true, false] {
        let around = format!("/api/recordings/1/frames?fold={fold}&around={last}&limit=7");
        let around = page.get(&around).json();
        let from = around["matches"]["from"].as_i64().unwrap();
        assert_eq!(from % 7, 1, "{around}");
        let window = format!("/api/recordings/1/frames?fold={fold}&from={from}&limit=7");
        assert_eq!(page.get(&window).json()["rows"], around["rows"]);
        let rows = around["rows"].as_array().unwrap();
        let end = |row: &Value| row["run"]["last"].as_i64().or(row["n"].as_i64()).unwrap();
        let has = |row: &Value| row["n"].as_i64().unwrap() <= last && last <= end(row);
        assert!(rows.iter().any(has), "{around}");
    }
    let some = page.get("/api/recordings/1/frames?fold=true&filter=update%3Aagent_*_chunk").json();
    assert!(some["matches"]["rows"].as_i64() < some["matches"]["count"].as_i64());
}

/// The names of a type's fields in the generated types (without comments); `None` if there is no such type.
fn fields_of<'a>(types: &'a str, name: &str) -> Option<Vec<&'a str>> {
    let (_, rest) = types.split_once(&format!("export type {name} = {{"))?;
    let mut depth = 0;
    let top: Vec<&str> = rest
        .split_inclusive(['{', '}', ';', ','])
        .take_while(|piece| {
            depth += piece.matches('{').count();
            depth = depth.wrapping_sub(piece.matches('}').count());
            depth != usize::MAX
        })
        .collect();
    // A field of a field stands between braces of its own, which these types do not have.
    Some(top.iter().filter_map(|field| Some(field.split_once(':')?.0.trim())).collect())
}

#[test]
fn a_recording_is_named_and_tagged_and_its_file_carries_both() {
    let home = Home::new();
    import(&home, "opencode-basic");
    let page = Page::open(&home);
    let plain = page.get("/api/recordings/1/export?secrets=include").body;
    let mut live = page.live();
    live.next();
    let changed = page.with_body(
        "PATCH",
        "/api/recordings/1",
        r#"{"name":" the one that hangs ","tags":["Zed","bug","zed"," "]}"#,
        &[],
    );
    assert_eq!(changed.status, 204);
    let tick = live.find(|t| t["changed"][0]["name"] == "the one that hangs").unwrap();
    assert_eq!(tick["changed"][0]["tags"], serde_json::json!(["bug", "Zed"]));
    for wrong in [r#"{"nmae":"x"}"#, r#"{"name":7}"#, r#"{"tags":"x"}"#, "x"] {
        let answer = page.with_body("PATCH", "/api/recordings/1", wrong, &[]);
        assert!((400..500).contains(&answer.status), "{wrong}");
    }
    let file = page.get("/api/recordings/1/export?secrets=include").body;
    let header = String::from_utf8_lossy(&file).lines().next().unwrap().to_owned();
    let header: Value = serde_json::from_str(&header).unwrap();
    assert_eq!(header["tags"], serde_json::json!(["bug", "Zed"]));
    // Sent back, it is another recording of the same name, and gives the same file again.
    let file = String::from_utf8(file).unwrap();
    let sent = page.with_body("POST", "/api/recordings?name=a/b/again.acp.jsonl", &file, &[]);
    assert_eq!((sent.status, sent.json()["numbers"][0].as_i64()), (201, Some(2)));
    let again = page.get("/api/recordings/2").json();
    assert_eq!(again["name"], "the one that hangs");
    assert_eq!(page.get("/api/recordings/2/export?secrets=include").body, file.as_bytes());
    // Without name and tags it is as it was imported.
    page.with_body("PATCH", "/api/recordings/1", r#"{"name":null,"tags":[]}"#, &[]);
    assert_eq!(page.get("/api/recordings/1/export?secrets=include").body, plain);
}

#[test]
fn a_file_that_is_damaged_is_not_imported_and_leaves_nothing_behind() {
    let home = Home::new();
    let page = Page::open(&home);
    let line = r#"{"t":0,"dir":"c2a","raw":"{}"}"#;
    for (file, told) in [
        (format!("{line}\n{line}\nnot a line\n"), "bad.jsonl:3: not a line of a capture file"),
        (String::new(), "holds no frames"),
        ("SQLite format 3\0 but no database".to_owned(), "bad.jsonl: not an acp-scope database"),
    ] {
        let answer = page.with_body("POST", "/api/recordings?name=/tmp/bad.jsonl", &file, &[]);
        let problem = answer.json();
        assert_eq!(answer.status, 422, "{problem}");
        assert!(problem["detail"].as_str().unwrap().contains(told), "{problem}");
    }
    assert_eq!(page.get("/api/recordings").json(), serde_json::json!([]));
    let left: Vec<String> = std::fs::read_dir(home.path(""))
        .unwrap()
        .map(|e| e.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains("upload") || name.contains("import"))
        .collect();
    assert!(left.is_empty(), "{left:?}");
    // Larger than any other body, and too large to be told so only at its end.
    let large = [("X", "y")];
    let mut file = String::new();
    for _ in 0..20_000 {
        file.push_str(&format!("{}\n", line.replace("{}", &"x".repeat(100))));
    }
    assert_eq!(page.with_body("POST", "/api/recordings?name=l", &file, &large).status, 201);
    assert_eq!(page.get("/api/recordings/1").json()["frames"], 20_000);
    let huge = page.raw(
        "POST",
        "/api/recordings?name=huge",
        &[
            ("Host", &page.host()),
            ("Authorization", &format!("Bearer {}", page.token)),
            ("Content-Length", "3000000000"),
        ],
    );
    assert_eq!(huge.status, 422);
}

#[test]
fn what_is_shared_has_no_secrets_unless_they_are_asked_for() {
    const SECRET: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    let home = Home::new();
    let file = home.path("secret.acp.jsonl");
    let said =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"x","params":{{"t":"key {SECRET}"}}}}"#);
    let again = format!(r#"{{"jsonrpc":"2.0","id":1,"result":{{"t":"<b>{SECRET}</b>"}}}}"#);
    let line =
        |dir: &str, raw: &str| serde_json::json!({"t": 0, "dir": dir, "raw": raw}).to_string();
    std::fs::write(&file, format!("{}\n{}\n", line("c2a", &said), line("a2c", &again))).unwrap();
    home.ok(["import", file.to_str().unwrap()]);
    let page = Page::open(&home);
    let of = |path: &str| String::from_utf8(page.get(path).body).unwrap();
    for format in ["jsonl", "html", "md"] {
        let shared = of(&format!("/api/recordings/1/export?format={format}"));
        assert!(!shared.contains(SECRET) && shared.contains("REDACTED-token-1"), "{shared}");
        let all = of(&format!("/api/recordings/1/export?format={format}&secrets=include"));
        assert!(all.contains(SECRET) && !all.contains("REDACTED-token"), "{all}");
        assert_ne!(
            page.get(&format!("/api/recordings/1/export?format={format}&secrets=yes")).status,
            200
        );
    }
    assert!(!of("/api/recordings/1/export?format=html").contains("<b>REDACTED"));
    assert!(!of("/api/recordings/1/frames/2/redacted").contains(SECRET));
    assert_eq!(page.get("/api/recordings/1/frames/2/raw").body, again.as_bytes());
    assert_eq!(
        page.get("/api/recordings/1/redactions").json(),
        serde_json::json!([{"placeholder": "REDACTED-token-1", "times": 2, "frames": [1, 2], "elsewhere": 0}])
    );
    // Numbers are those of the recording, also where a selection is exported.
    assert_eq!(page.get("/api/recordings/1/redactions?frames=2").json()[0]["frames"][0], 2);
}

#[test]
fn filters_are_kept_by_name() {
    let home = Home::new();
    let page = Page::open(&home);
    assert_eq!(
        page.put("/api/filters/slow%20ones", r#"{"filter":"latency:>2s"}"#, &[]).status,
        204
    );
    assert_eq!(page.put("/api/filters/x", r#"{"filter":"kind:eror"}"#, &[]).status, 400);
    assert_eq!(page.put("/api/filters/x", r#"{"filter":" "}"#, &[]).status, 400);
    let kept = page.get("/api/filters").json();
    assert_eq!(kept, serde_json::json!([{"name": "slow ones", "filter": "latency:>2s"}]));
    assert_eq!(page.send("DELETE", "/api/filters/slow%20ones").status, 204);
    assert_eq!(page.get("/api/filters").json(), serde_json::json!([]));
}

#[test]
fn the_api_is_what_its_document_says() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let (document, types) = (read("docs/api.md"), read("web/src/api/types.gen.ts"));
    let types = regex::Regex::new(r"(?s)/\*.*?\*/").unwrap().replace_all(&types, "");
    let rows: Vec<(&str, &str, &str)> = document
        .lines()
        .filter_map(|line| {
            let mut cells = line.strip_prefix("| `")?.split('|');
            let (method, address) = cells.next()?.trim().strip_suffix('`')?.split_once(' ')?;
            let answer = cells.next()?.trim().trim_matches('`');
            address.starts_with('/').then_some((method, address, answer))
        })
        .collect();
    // Every route is in the document, and every address of the document is a route.
    let routes = read("src/server/mod.rs");
    let mut routed: Vec<&str> = routes
        .split('"')
        .filter(|text| text.len() > 5 && text.starts_with("/api/") && *text != "/api/{*rest}")
        .collect();
    let mut told: Vec<&str> = rows.iter().map(|(_, address, _)| *address).collect();
    routed.sort_unstable();
    told.sort_unstable();
    told.dedup();
    assert_eq!(routed, told);

    // Answers have the fields of the types that are named, no more and no fewer.
    let home = Home::new();
    home.ok(["import", root.join("tests/data/corpus/claude-tools.acp.jsonl").to_str().unwrap()]);
    let page = Page::open(&home);
    page.put("/api/recordings/1/bookmarks/3", r#"{"note":"here"}"#, &[]);
    page.put("/api/filters/slow", r#"{"filter":"latency:>2s"}"#, &[]);
    let mut seen = 0;
    for (method, address, answer) in rows {
        let (name, list) = match answer.strip_suffix("[]") {
            Some(name) => (name, true),
            None => (answer, false),
        };
        if method != "GET" || name.contains(' ') || matches!(name, "events" | "bytes") {
            continue;
        }
        let fields = fields_of(&types, name).unwrap_or_else(|| panic!("no type {name}"));
        let path = address
            .replace("{number}", "1")
            .replace("{frame}", "6")
            .replace("{index}", "0")
            .replace("{*name}", "session/prompt")
            .replace("{*id}", "cancellation/wrong-stop-reason");
        let query = match name {
            "FilterCheck" => "?q=a",
            "FilterWhy" => "?filter=kind:batch",
            "SearchPage" => "?q=kind:request",
            _ => "",
        };
        let got = page.get(&format!("{path}{query}"));
        assert_eq!(got.status, 200, "{path}: {}", String::from_utf8_lossy(&got.body));
        let got = got.json();
        let one = if list { &got.as_array().unwrap()[0] } else { &got };
        let mut keys: Vec<&String> = one.as_object().unwrap().keys().collect();
        let mut fields = fields;
        keys.sort_unstable();
        fields.sort_unstable();
        assert_eq!(keys, fields, "{address}");
        seen += 1;
    }
    assert!(seen > 15, "{seen}");
}
