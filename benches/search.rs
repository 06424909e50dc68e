//! Filters and searches over a recording of a million frames, with and without the index, and what the index costs.
//!
//! `cargo bench --bench search`, or with another number of frames behind `--`. Prints milliseconds; the database is made in the system's
//! folder for temporary files and removed.
#![allow(missing_docs, clippy::unwrap_used)]

use std::time::{Duration, Instant};

use acp_scope::core::filter;
use acp_scope::core::frame::{Dir, Moment};
use acp_scope::formats::acp_jsonl::{Stream, write_data};
use acp_scope::ingest::{Arrived, Intake, Rows};
use acp_scope::store::{NewRecording, Store};

const WORDS: [&str; 24] = [
    "the", "file", "reads", "each", "line", "of", "config", "before", "it", "starts", "server",
    "with", "option", "and", "returns", "error", "when", "missing", "value", "in", "path", "test",
    "module", "function",
];

/// The frames of a long conversation: mostly streamed text, a tool call now and then, few requests.
fn frame(i: u64, random: &mut u64) -> (Dir, String) {
    *random ^= *random << 13;
    *random ^= *random >> 7;
    *random ^= *random << 17;
    let mut text = String::new();
    let mut bits = *random;
    for _ in 0..6 + *random % 12 {
        text.push_str(WORDS[(bits % 24) as usize]);
        text.push(' ');
        bits = bits.rotate_left(11) ^ 0x9e37;
    }
    let session = "044ef662-1152-448f-911d-90fd3c07a1ee";
    let update = |body: String| {
        format!(
            r#"{{"jsonrpc":"2.0","method":"session/update","params":{{"sessionId":"{session}","update":{{{body}}}}}}}"#
        )
    };
    let (agent, client) = (Dir::AgentToClient, Dir::ClientToAgent);
    match i % 1_000 {
        0 => (client, format!(r#"{{"jsonrpc":"2.0","id":{i},"method":"session/prompt","params":{{"sessionId":"{session}","prompt":[{{"type":"text","text":"{text}"}}]}}}}"#)),
        999 => (agent, format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"stopReason":"end_turn"}}}}"#, i - 999)),
        n if n % 50 == 7 => (agent, update(format!(r#""sessionUpdate":"tool_call","toolCallId":"call_{i:x}","title":"{text}","kind":"read","status":"pending""#))),
        n if n % 50 < 12 && n % 50 > 7 => (agent, update(format!(r#""sessionUpdate":"tool_call_update","toolCallId":"call_{:x}","status":"in_progress","content":[{{"type":"content","content":{{"type":"text","text":"{text}\n\"{}\""}}}}]"#, i / 50 * 50 + 7, bits))),
        n if n % 5 == 0 => (agent, update(format!(r#""sessionUpdate":"agent_thought_chunk","content":{{"type":"text","text":"{text}"}}"#))),
        _ if i == 777_777 => (agent, update(r#""sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"a needle in the hay"}"#.to_owned())),
        _ => (agent, update(format!(r#""sessionUpdate":"agent_message_chunk","content":{{"type":"text","text":"{text}"}}"#))),
    }
}

fn ms(time: Duration) -> String {
    format!("{:8.1} ms", time.as_secs_f64() * 1e3)
}

fn main() {
    let frames: u64 = std::env::args().skip(1).find_map(|a| a.parse().ok()).unwrap_or(1_000_000);
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("bench.db");
    let mut store = Store::open(&path).unwrap();
    let started = Instant::now();
    let mut halves: Option<(Intake, Rows)> = None;
    let (mut random, mut lines) = (88_172_645_463_325_252u64, 0usize);
    let mut i = 0;
    while i < frames {
        let tx = store.begin().unwrap();
        let (intake, rows) = halves.get_or_insert_with(|| {
            let new = NewRecording {
                uuid: "bench".to_owned(),
                origin: "import".to_owned(),
                ..NewRecording::default()
            };
            (Intake::new(), Rows::new(Store::insert_recording(&tx, &new).unwrap()))
        });
        for _ in 0..20_000.min(frames - i) {
            let (dir, raw) = frame(i, &mut random);
            let t = Moment(i * 1_000_000 + 1);
            lines += write_data(Stream::Wire(dir), t, t, raw.as_bytes(), true).len() + 1;
            let arrived = Arrived { dir, first: t, t, size: raw.len() as u64, terminated: true };
            intake.frame(&arrived, raw.as_bytes());
            i += 1;
        }
        rows.store(&tx, intake.batch()).unwrap();
        intake.batch().clear();
        rows.settle(&tx, &intake.totals()).unwrap();
        tx.commit().unwrap();
    }
    let tx = store.begin().unwrap();
    let (mut intake, mut rows) = halves.unwrap();
    intake.finish();
    rows.store(&tx, intake.batch()).unwrap();
    rows.settle(&tx, &intake.totals()).unwrap();
    let number = rows.recording();
    Store::complete_import(&tx, number).unwrap();
    tx.commit().unwrap();
    println!("{frames} frames stored in {:.1} s", started.elapsed().as_secs_f64());
    let size = |store: &mut Store| {
        // What the log holds counts when it is in the database.
        let tx = store.begin().unwrap();
        let pages: i64 = tx.query_row("PRAGMA page_count", [], |r| r.get(0)).unwrap();
        let free: i64 = tx.query_row("PRAGMA freelist_count", [], |r| r.get(0)).unwrap();
        (pages - free) as usize * 8192
    };
    let plain = size(&mut store);
    let per = |bytes: usize| bytes as f64 / frames as f64;
    println!("bytes a frame: {:.0} as JSON Lines, {:.0} in the database", per(lines), per(plain));
    let filters = [
        "dir:client",
        "method:session/prompt",
        "update:tool_call",
        "kind:request is:unanswered",
        "finding:any",
        "latency:>1h",
        "gap:>1s",
        "size:>64k",
        "id:500000",
        "session:044",
        "is:odd",
        "at:500s..501s",
        "needle",
        "\"reads each\"",
        "config",
        "call_bde37",
        "qq",
        "-session/update",
        "text:missing update:tool_call",
    ];
    let measure = |store: &Store, name: &str| {
        println!("{name:<34} first 200       all     found");
        for text in filters {
            let f = filter::parse(text).unwrap();
            let time = |most: usize| {
                let mut best = Duration::MAX;
                let mut found = 0;
                for _ in 0..3 {
                    let started = Instant::now();
                    found = store
                        .matching(number, &f, 1, frames as u32, most, None)
                        .unwrap()
                        .frames
                        .len();
                    best = best.min(started.elapsed());
                }
                (best, found)
            };
            let (first, _) = time(200);
            let (all, found) = time(usize::MAX);
            println!("{text:<30} {} {} {found:>9}", ms(first), ms(all));
        }
    };
    measure(&store, "not indexed");
    let started = Instant::now();
    let (mut steps, mut longest) = (0, Duration::ZERO);
    loop {
        let step = Instant::now();
        let done = store.index_text(number).unwrap();
        longest = longest.max(step.elapsed());
        steps += 1;
        if !done.more {
            break;
        }
    }
    println!(
        "indexed in {:.1} s, {steps} steps, the longest {}",
        started.elapsed().as_secs_f64(),
        ms(longest)
    );
    let indexed = size(&mut store);
    println!(
        "bytes a frame: {:.0} with the index, {:.2} of JSON Lines",
        per(indexed),
        indexed as f64 / lines as f64
    );
    measure(&store, "indexed");
    let started = Instant::now();
    assert!(store.delete_recording(number).unwrap());
    println!("deleted in {}", ms(started.elapsed()));
}
