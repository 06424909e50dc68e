//! The filter language: the evaluator in memory and the one in SQL agree, with and without the index; the reference is
//! fresh.
#![allow(missing_docs, clippy::unwrap_used)]

mod support;

use std::fs;
use std::path::Path;

use acp_scope::core::filter::{self, Filter, reference};
use acp_scope::core::frame::{Dir, FrameNumber, Moment};
use acp_scope::ingest::{Arrived, Intake, Rows};
use acp_scope::store::{NewBookmark, NewRecording, PART, Store};
use proptest::prelude::*;
use support::{Home, corpus};

#[test]
fn the_reference_is_fresh() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/filter.md");
    let page = reference::markdown();
    if std::env::var_os("UPDATE_DOCS").is_some_and(|v| v == "1") {
        fs::write(&path, &page).unwrap();
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == page, "docs/filter.md is stale: UPDATE_DOCS=1 cargo test --test filter");
}

/// A recording of these frames.
fn recording(store: &mut Store, frames: &[(Dir, u64, Vec<u8>)]) -> i64 {
    let tx = store.begin().unwrap();
    let new = NewRecording { uuid: uuid(), origin: "import".to_owned(), ..NewRecording::default() };
    let mut intake = Intake::new();
    let mut rows = Rows::new(Store::insert_recording(&tx, &new).unwrap());
    let mut t = 0;
    for (i, (dir, later, raw)) in frames.iter().enumerate() {
        t += later;
        let arrived = Arrived {
            dir: *dir,
            first: Moment(t),
            t: Moment(t),
            size: raw.len() as u64,
            terminated: i + 1 < frames.len() || later % 2 == 0,
        };
        intake.frame(&arrived, raw);
    }
    intake.finish();
    rows.store(&tx, intake.batch()).unwrap();
    rows.settle(&tx, &intake.totals()).unwrap();
    let number = rows.recording();
    Store::complete_import(&tx, number).unwrap();
    tx.commit().unwrap();
    number
}

fn uuid() -> String {
    use std::sync::atomic::{AtomicU32, Ordering};
    static NEXT: AtomicU32 = AtomicU32::new(1);
    format!("u{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

fn mark(store: &mut Store, recording: i64, frame: u32) {
    let tx = store.begin().unwrap();
    let new = NewBookmark { frame, item: None, note: None, made_at: 1 };
    Store::set_bookmark(&tx, recording, &new).unwrap();
    tx.commit().unwrap();
}

/// What passes by the evaluator in memory.
fn in_memory(store: &Store, recording: i64, filter: &Filter) -> Vec<u32> {
    let rows = store.frames(recording, FrameNumber(1), 100_000).unwrap();
    rows.into_iter()
        .map(|row| store.facts(recording, row).unwrap())
        .filter(|f| filter.matches(&f.facts()))
        .map(|f| f.row.number.0)
        .collect()
}

fn in_sql(store: &Store, recording: i64, filter: &Filter) -> Vec<u32> {
    let last = store.recording(recording).unwrap().unwrap().frames as u32;
    let found = store.matching(recording, filter, 1, last, usize::MAX, None).unwrap();
    assert_eq!(found.reached, last);
    found.frames
}

/// Terms that have something to find in the frames below.
fn term() -> impl Strategy<Value = String> {
    let words = [
        "dir:agent",
        "dir:client",
        "kind:request",
        "kind:response,error",
        "kind:notification",
        "kind:batch",
        "kind:invalid",
        "method:session/*",
        "method:session/prompt",
        "method:*e*",
        "method:nothing",
        "method:*",
        "update:*_chunk",
        "update:plan",
        "id:1",
        "id:\"\\\"1\\\"\"",
        "id:null",
        "session:s1",
        "session:s",
        "session:*1",
        "finding:any",
        "finding:error,info",
        "finding:warning",
        "rule:json-rpc",
        "rule:*",
        "finding:transport/not-a-message",
        "size:>100",
        "size:<60",
        "size:30..90",
        "latency:>2s",
        "latency:<=1s",
        "gap:>1s",
        "gap:<=0s",
        "at:2s..5s",
        "at:>4s",
        "frame:3",
        "frame:5-20",
        "frame:>17",
        "text:hello",
        "hello",
        "Ä",
        "text:\"say \\\"hi\\\"\"",
        "{",
        "chunk",
        "text:session/update,initialize",
        "\u{1f600}",
        "is:odd",
        "is:unanswered",
        "is:unterminated",
        "is:marked",
    ];
    proptest::sample::select(words.map(str::to_owned).to_vec())
}

fn filters() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        8 => term(),
        1 => "[a-z]{1,4}".prop_filter("keywords", |w| !["or", "and", "not"].contains(&&**w)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            inner.clone().prop_map(|f| format!("-({f})")),
            proptest::collection::vec(inner.clone(), 2..4)
                .prop_map(|f| format!("({})", f.join(" "))),
            proptest::collection::vec(inner, 2..4).prop_map(|f| format!("({})", f.join(" or "))),
        ]
    })
}

fn frames() -> impl Strategy<Value = Vec<(Dir, u64, Vec<u8>)>> {
    let text = prop_oneof![
        Just("hello".to_owned()),
        Just("say \"hi\" \u{1f600}".to_owned()),
        Just("Ärger\n".to_owned()),
        "\\PC{0,12}",
    ];
    let raw = (0usize..14, text, 0u8..4, 0u8..3).prop_map(|(shape, text, id, session)| {
        let text = serde_json::to_string(&text).unwrap();
        let id = ["1", "\"1\"", "null", "2"][usize::from(id)];
        match shape {
            0 => format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"initialize","params":{{"protocolVersion":1}}}}"#),
            1 => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"stopReason":{text}}}}}"#),
            2 => format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":{text}}}}}"#),
            3 | 4 => format!(
                r#"{{"jsonrpc":"2.0","id":{id},"method":"session/prompt","params":{{"sessionId":"s{session}","prompt":[{{"type":"text","text":{text}}}]}}}}"#
            ),
            5 => format!(
                r#"[{{"jsonrpc":"2.0","id":{id},"method":"session/cancel","params":{{"sessionId":"s{session}"}}}},{{"jsonrpc":"2.0","id":2,"result":{text}}}]"#
            ),
            6 => "not json at all: hello".to_owned(),
            7 => text.replace('n', "\\u006e"),
            8 => format!(r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"s{session}","update":{{"sessionUpdate":"plan","entries":[]}}}}}}"#),
            _ => format!(
                r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"s{session}","update":{{"sessionUpdate":"agent_message_chunk","content":{{"type":"text","text":{text}}}}}}}}}"#
            ),
        }
        .into_bytes()
    });
    let dir = prop_oneof![Just(Dir::ClientToAgent), Just(Dir::AgentToClient)];
    let later = prop_oneof![Just(0), Just(400_000_001), Just(1_500_000_000), 0u64..3_000_000_000];
    proptest::collection::vec((dir, later, raw), 0..45)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn both_evaluators_agree(frames in frames(), marked in 1u32..40, texts in proptest::collection::vec(filters(), 1..6)) {
        let mut store = Store::in_memory().unwrap();
        // Another recording before it, so that numbers and ids differ.
        recording(&mut store, &frames);
        let number = recording(&mut store, &frames);
        if marked as usize <= frames.len() {
            mark(&mut store, number, marked);
        }
        let filters: Vec<Filter> = texts.iter().map(|t| filter::parse(t).unwrap()).collect();
        let want: Vec<Vec<u32>> = filters.iter().map(|f| in_memory(&store, number, f)).collect();
        for (f, want) in filters.iter().zip(&want) {
            prop_assert_eq!(&in_sql(&store, number, f), want, "{}, not indexed", f);
        }
        while store.index_text(number).unwrap().more {}
        prop_assert_eq!(store.text_upto(number).unwrap() as usize, frames.len());
        for (f, want) in filters.iter().zip(&want) {
            prop_assert_eq!(&in_sql(&store, number, f), want, "{}, indexed", f);
        }
    }
}

#[test]
fn the_real_recordings_are_filtered_alike() {
    let mut store = Store::in_memory().unwrap();
    let texts: Vec<String> = filter::FIELDS
        .iter()
        .flat_map(|f| f.examples.iter().map(|e| (*e).to_owned()))
        .chain(reference::EXAMPLES.iter().map(|(e, _)| (*e).to_owned()))
        .collect();
    let mut found = 0;
    for file in corpus() {
        let mut frames = Vec::new();
        let (text, mut last) = (fs::read_to_string(&file).unwrap(), 0);
        for line in text.lines() {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            let (Some(raw), Some(dir)) = (line["raw"].as_str(), line["dir"].as_str()) else {
                continue;
            };
            let dir = match dir {
                "c2a" => Dir::ClientToAgent,
                "a2c" => Dir::AgentToClient,
                _ => continue,
            };
            let t = (line["t"].as_f64().unwrap_or(0.0) * 1e9) as u64;
            frames.push((dir, t.saturating_sub(last), raw.as_bytes().to_vec()));
            last = t.max(last);
        }
        let number = recording(&mut store, &frames);
        for indexed in [false, true] {
            if indexed {
                while store.index_text(number).unwrap().more {}
            }
            for text in &texts {
                let f = filter::parse(text).unwrap();
                let want = in_memory(&store, number, &f);
                assert_eq!(in_sql(&store, number, &f), want, "{text} in {}", file.display());
                found += want.len();
            }
        }
    }
    assert!(found > 10_000, "{found}");
}

#[test]
fn a_text_across_the_parts_of_a_large_frame_is_found() {
    let mut store = Store::in_memory().unwrap();
    let mut raw = vec![b'a'; PART - 7];
    raw.extend_from_slice(b"the needle stands here");
    raw.resize(3 * PART, b'b');
    let small = br#"{"jsonrpc":"2.0","method":"x"}"#.to_vec();
    let number =
        recording(&mut store, &[(Dir::AgentToClient, 1, small), (Dir::AgentToClient, 1, raw)]);
    while store.index_text(number).unwrap().more {}
    for (text, want) in
        [("\"the NEEDLE stands\"", vec![2]), ("needles", vec![]), ("-needle", vec![1])]
    {
        let f = filter::parse(text).unwrap();
        assert_eq!(in_sql(&store, number, &f), want, "{text}");
        assert_eq!(in_memory(&store, number, &f), want, "{text}");
    }
}

#[test]
fn deleting_a_recording_empties_its_part_of_the_index() {
    let home = Home::new();
    let file = corpus().into_iter().find(|f| f.to_string_lossy().contains("claude-tools")).unwrap();
    home.ok(["import", &file.to_string_lossy()]);
    home.ok(["import", &file.to_string_lossy()]);
    let mut store = Store::open(&home.db()).unwrap();
    for number in [1, 2] {
        while store.index_text(number).unwrap().more {}
    }
    let f = filter::parse("permission").unwrap();
    let want = in_sql(&store, 1, &f);
    assert!(!want.is_empty());
    assert!(store.delete_recording(2).unwrap());
    assert_eq!(store.text_upto(2).unwrap(), 0);
    assert_eq!(in_sql(&store, 1, &f), want);
    drop(store);
    let db = rusqlite::Connection::open(home.db()).unwrap();
    let blocks: i64 = db.query_row("SELECT count(*) FROM text_index", [], |r| r.get(0)).unwrap();
    assert_eq!(blocks, 118 / 16 + 1);
    // The number is given again; nothing of the old recording is found in the new one.
    home.ok(["import", &corpus()[0].to_string_lossy()]);
    db.query_row("SELECT id FROM recordings WHERE id = 2", [], |_| Ok(())).unwrap();
}

#[test]
fn two_that_index_at_once_do_it_once() {
    let home = Home::new();
    let file = corpus().into_iter().find(|f| f.to_string_lossy().contains("claude-tools")).unwrap();
    for _ in 0..6 {
        home.ok(["import", &file.to_string_lossy()]);
    }
    let path = home.db();
    let indexed: u32 = std::thread::scope(|s| {
        let workers: Vec<_> = (0..4)
            .map(|_| {
                s.spawn(|| {
                    let mut store = Store::open(&path).unwrap();
                    let mut done = 0;
                    while let Some((number, _)) = store.text_waiting().unwrap().first().copied() {
                        done += store.index_text(number).unwrap().frames;
                    }
                    done
                })
            })
            .collect();
        workers.into_iter().map(|w| w.join().unwrap()).sum()
    });
    assert_eq!(indexed, 6 * 118);
    let db = rusqlite::Connection::open(home.db()).unwrap();
    let blocks: i64 = db.query_row("SELECT count(*) FROM text_index", [], |r| r.get(0)).unwrap();
    assert_eq!(blocks, 6 * 8);
}

#[test]
fn a_long_recording_is_indexed_in_batches_and_a_live_one_by_whole_blocks() {
    let mut store = Store::in_memory().unwrap();
    let frame = |i: usize| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"_x/tick","params":{{"word":"{}"}}}}"#,
            if i.is_multiple_of(700) { "rare" } else { "often" }
        )
    };
    let frames: Vec<_> =
        (1..=5_003).map(|i| (Dir::AgentToClient, 1, frame(i).into_bytes())).collect();
    let number = recording(&mut store, &frames);
    let mut steps = 0;
    loop {
        let done = store.index_text(number).unwrap();
        assert!(done.frames > 0);
        steps += 1;
        if !done.more {
            break;
        }
    }
    assert!(steps > 3);
    assert_eq!(store.text_upto(number).unwrap(), 5_003);
    let f = filter::parse("rare").unwrap();
    assert_eq!(in_sql(&store, number, &f), [700, 1400, 2100, 2800, 3500, 4200, 4900]);
    // A search that has enough stops, and goes on from there.
    let some = store.matching(number, &f, 1, 5_003, 2, None).unwrap();
    let rest = store.matching(number, &f, some.reached + 1, 5_003, 100, None).unwrap();
    assert_eq!([some.frames, rest.frames].concat().len(), 7);

    let tx = store.begin().unwrap();
    let new = NewRecording { uuid: uuid(), origin: "run".to_owned(), ..NewRecording::default() };
    let mut intake = Intake::new();
    let mut rows = Rows::new(Store::insert_recording(&tx, &new).unwrap());
    for i in 1..=3_000 {
        let raw = frame(i);
        let t = Moment(i as u64);
        let arrived = Arrived {
            dir: Dir::AgentToClient,
            first: t,
            t,
            size: raw.len() as u64,
            terminated: true,
        };
        intake.frame(&arrived, raw.as_bytes());
    }
    rows.store(&tx, intake.batch()).unwrap();
    rows.settle(&tx, &intake.totals()).unwrap();
    let live = rows.recording();
    tx.commit().unwrap();
    assert_eq!(store.text_waiting().unwrap().first(), Some(&(live, 3_000)));
    while store.index_text(live).unwrap().more {}
    assert_eq!(store.text_upto(live).unwrap(), 2_991);
    assert_eq!(store.text_waiting().unwrap(), []);
    assert_eq!(in_sql(&store, live, &f), [700, 1400, 2100, 2800]);
}

fn import(home: &Home, name: &str) -> std::path::PathBuf {
    let file = corpus().into_iter().find(|f| f.to_string_lossy().contains(name)).unwrap();
    home.ok(["import", &file.to_string_lossy()]);
    file
}

fn numbers(shown: &serde_json::Value) -> Vec<i64> {
    shown["frames"].as_array().unwrap().iter().map(|f| f["frame"].as_i64().unwrap()).collect()
}

#[test]
fn show_prints_what_passes_of_a_recording_and_of_a_file() {
    let home = Home::new();
    let file = import(&home, "claude-tools");
    for (text, at_least) in [
        ("method:session/request_permission", 2),
        ("update:tool_call* toolu", 1),
        ("-update:*", 10),
    ] {
        let args = |rec: &str| {
            home.json(["show", rec, "--view", "frames", "--format", "json", "--filter", text])
        };
        let (stored, from_file) = (numbers(&args("last")), numbers(&args(&file.to_string_lossy())));
        assert!(stored.len() >= at_least, "{text}: {stored:?}");
        assert_eq!(stored, from_file, "{text}");
    }
    let text = home.ok(["show", "last", "--view", "frames", "--filter", "frame:2..3"]);
    assert_eq!(text.lines().filter(|l| l.contains("agent")).count(), 2, "{text}");
    let message = home.fails(2, ["show", "last", "--filter", "dir:agent kind:reqest"]);
    assert_eq!(
        message,
        "acp-scope: --filter: `kind:` cannot be `reqest`: did you mean `request`?\n\n    \
         dir:agent kind:reqest\n                   ^^^^^^\n"
    );
    let message = home.fails(2, ["show", "last", "--view", "findings", "--filter", "x"]);
    assert!(message.contains("--filter goes with --view frames"), "{message}");
}

#[test]
fn search_looks_through_all_recordings() {
    let home = Home::new();
    import(&home, "claude-tools");
    import(&home, "gemini-tools");
    let all = home.json(["search", "tool_call", "--format", "json"]);
    let recordings: Vec<_> =
        all["hits"].as_array().unwrap().iter().map(|h| h["recording"].as_i64().unwrap()).collect();
    assert!(recordings.contains(&1) && recordings.contains(&2), "{recordings:?}");
    assert_eq!(recordings.first(), Some(&2), "the newest first");
    let hit = &all["hits"][0]["excerpt"];
    assert_eq!(hit["hit"], "tool_call");
    let some = home.json(["search", "tool_call", "--limit", "3", "--format", "json"]);
    assert_eq!(
        (some["hits"].as_array().unwrap().len(), &some["more"]),
        (3, &serde_json::json!(true))
    );
    assert!(home.ok(["search", "no such text anywhere"]).contains("Nothing found"));
    assert!(
        home.ok(["search", "dir:client", "kind:request", "initialize"]).contains("Recording 1")
    );
    assert!(home.fails(2, ["search", "a", "or"]).contains("^"));
    // The search has left an index behind; what it finds is the same.
    let db = rusqlite::Connection::open(home.db()).unwrap();
    let upto: i64 = db.query_row("SELECT sum(upto) FROM text_progress", [], |r| r.get(0)).unwrap();
    assert_eq!(upto, 118 + 94);
    assert_eq!(home.json(["search", "tool_call", "--format", "json"]), all);
}

#[test]
fn bookmarks_are_shown_and_go_with_the_file() {
    let home = Home::new();
    import(&home, "claude-tools");
    let plain = home.ok(["export", "last"]);
    let mut store = Store::open(&home.db()).unwrap();
    let tx = store.begin().unwrap();
    for (frame, item, note) in
        [(7, None, Some("look here\nagain")), (9, Some("s/tool_call/x"), None)]
    {
        let new = NewBookmark { frame, item, note, made_at: 1_700_000_000_000_000_000 };
        Store::set_bookmark(&tx, 1, &new).unwrap();
        // Once more is no second one.
        Store::set_bookmark(&tx, 1, &new).unwrap();
    }
    tx.commit().unwrap();
    let want = store.bookmarks(1).unwrap();
    assert_eq!(want.len(), 2);
    assert!(home.ok(["show", "1", "--filter", "is:marked"]).contains("★ look here again"));
    let marked = home.json(["show", "1", "--filter", "is:marked", "--format", "json"]);
    assert_eq!(numbers(&marked), [7, 9]);
    assert_eq!(marked["frames"][0]["note"], "look here\nagain");
    let exported = home.ok(["export", "1"]);
    assert_eq!(exported.lines().skip(1).collect::<Vec<_>>(), plain.lines().collect::<Vec<_>>());
    let file = home.path("marked.acp.jsonl");
    fs::write(&file, &exported).unwrap();
    home.ok(["import", &file.to_string_lossy()]);
    assert_eq!(store.bookmarks(2).unwrap(), want);
    assert_eq!(home.ok(["export", "2"]), exported);
    // Deleted with their recording, and without one the header is as it was.
    let tx = store.begin().unwrap();
    for b in &want {
        assert!(Store::remove_bookmark(&tx, 2, b.frame, b.item.as_deref()).unwrap());
    }
    assert!(!Store::remove_bookmark(&tx, 2, 7, None).unwrap());
    tx.commit().unwrap();
    assert_eq!(home.ok(["export", "2"]), format!("{{\"acp_scope\":1}}\n{plain}"));
    drop(store);
    home.ok(["delete", "1"]);
}
