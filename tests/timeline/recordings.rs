//! Recordings of real peers: any moment is the fold of the frames before it, and no byte of a text is lost.

use acp_scope::core::fold::Fold;
use acp_scope::core::frame::{Dir, FrameNumber};
use acp_scope::core::timeline::{Built, Timeline, build, outline};
use serde_json::{Value, json};

use crate::support;
use crate::talk::{Kept, Talk, push};

fn recordings() -> Vec<(String, Kept)> {
    let read = |file: std::path::PathBuf| {
        let text = std::fs::read_to_string(&file).unwrap();
        let frames = text.lines().filter_map(|line| {
            let line: Value = serde_json::from_str(line).unwrap();
            let dir = match line["dir"].as_str()? {
                "c2a" => Dir::ClientToAgent,
                "a2c" => Dir::AgentToClient,
                _ => return None,
            };
            Some((dir, line["raw"].as_str()?.as_bytes().to_vec()))
        });
        (file.file_name().unwrap().to_string_lossy().into_owned(), Kept(frames.collect()))
    };
    support::corpus().into_iter().map(read).collect()
}

/// Sessions with all their items as of a frame.
fn picture(
    timeline: &Timeline,
    kept: &mut Kept,
    at: u32,
) -> Vec<(Option<String>, Option<String>, Vec<Built>)> {
    let at = FrameNumber(at);
    outline::sessions(timeline, at)
        .iter()
        .map(|o| {
            let session = &timeline.sessions[o.index];
            let items = (0..o.items).filter_map(|i| build::item(timeline, session, i, kept, at));
            (o.id.map(str::to_owned), o.parent.map(str::to_owned), items.collect())
        })
        .collect()
}

#[test]
fn as_of_a_frame_is_the_fold_of_the_frames_before_it() {
    for (name, mut kept) in recordings() {
        let all = kept.0.len();
        let timeline = kept.timeline(all);
        let mut fold = Fold::reconstruct();
        for at in 1..=all {
            push(&mut fold, &kept, at);
            let then = picture(fold.timeline().unwrap(), &mut kept, at as u32);
            let now = picture(&timeline, &mut kept, at as u32);
            assert!(now == then, "{name}, frame {at}:\n{now:#?}\n{then:#?}");
        }
    }
}

#[test]
fn every_frame_has_a_place_and_stands_in_it() {
    for (name, mut kept) in recordings() {
        let all = kept.0.len() as u32;
        let timeline = kept.timeline(all as usize);
        let picture = picture(&timeline, &mut kept, all);
        let plumbing = timeline.plumbing(FrameNumber(all)).map(|(frame, _)| frame);
        let mut standing: std::collections::BTreeSet<FrameNumber> = plumbing.collect();
        for (_, _, items) in &picture {
            standing.extend(items.iter().flat_map(|i| i.frames.iter().copied()));
        }
        let numbers: Vec<u32> = standing.iter().map(|f| f.0).collect();
        assert_eq!(numbers, (1..=all).collect::<Vec<u32>>(), "{name}");
    }
}

/// The text of a message is that of its chunks, one after the other.
#[test]
fn texts_are_the_plain_concatenation_of_their_chunks() {
    let mut messages = 0;
    for (name, mut kept) in recordings() {
        let all = kept.0.len() as u32;
        let timeline = kept.timeline(all as usize);
        for item in picture(&timeline, &mut kept, all).iter().flat_map(|(_, _, items)| items) {
            if !matches!(item.kind.word(), "user_message" | "agent_message" | "thought") {
                continue;
            }
            let mut said = String::new();
            for frame in &item.frames {
                let frame: Value = serde_json::from_slice(&kept.0[frame.0 as usize - 1].1).unwrap();
                for block in frame["params"]["prompt"].as_array().into_iter().flatten() {
                    said += block["text"].as_str().unwrap_or_default();
                }
                let update = &frame["params"]["update"];
                let whole = update["content"].as_array().into_iter().flatten();
                let words: String = whole.filter_map(|b| b["text"].as_str()).collect();
                if !words.is_empty() {
                    said = words;
                }
                said += update["content"]["text"].as_str().unwrap_or_default();
            }
            let blocks = item.state.get("content").and_then(Value::as_array);
            let texts = blocks.into_iter().flatten().filter_map(|b| b["text"].as_str());
            let held: String = texts.collect();
            // A prompt that the agent has repeated is shown once.
            let twice = format!("{held}{held}");
            assert!(said == held || said == twice, "{name}: {held:?} of {said:?}");
            messages += 1;
        }
    }
    assert!(messages > 200, "{messages}");
}

/// Compares an item as it is shown with what its whole history gives.
fn shown_is_whole(timeline: &Timeline, kept: &mut Kept, at: FrameNumber) -> usize {
    let mut spared = 0;
    for session in &timeline.sessions {
        for index in 0..session.items_at(at) {
            let whole = build::item(timeline, session, index, kept, at).unwrap();
            let shown = build::shown(timeline, session, index, kept, at).unwrap();
            spared += usize::from(shown.patches.len() < whole.patches.len());
            assert_eq!((&shown.state, shown.last_t), (&whole.state, whole.last_t), "at {at}");
            let patches = whole.patches.clone();
            assert_eq!(Built { patches, ..shown }, whole);
        }
    }
    spared
}

#[test]
fn what_is_shown_without_its_history_is_the_same() {
    for (name, mut kept) in recordings() {
        let all = kept.0.len();
        let timeline = kept.timeline(all);
        for at in (1..=all).rev().step_by(37) {
            println!("{name}");
            shown_is_whole(&timeline, &mut kept, FrameNumber(at as u32));
        }
    }
    // What is said again and again, with everything that may be wrong or missing in it.
    let usage = |n: usize| {
        let mut update = json!({"sessionUpdate": "usage_update", "used": n, "size": 100});
        match n % 7 {
            1 => update["cost"] = json!({"amount": n, "currency": "USD"}),
            2 => update["used"] = json!(-5),
            3 => update["size"] = Value::Null,
            4 => update["cost"] = json!("much"),
            5 if n < 20 => update["_meta"] = json!({"n": n}),
            6 => update = json!({"sessionUpdate": "usage_update"}),
            _ => {}
        }
        update
    };
    let plan = |n: usize| match n % 5 {
        1 => json!({"sessionUpdate": "plan"}),
        2 => json!({"sessionUpdate": "plan", "entries": "none"}),
        3 => json!({"sessionUpdate": "plan", "entries": [], "_meta": {"n": n}}),
        _ => {
            let entry = json!({"content": "x", "priority": "low", "status": "pending"});
            json!({"sessionUpdate": "plan", "entries": vec![entry; n % 3]})
        }
    };
    let mut talk = Talk::default().prompt("go");
    for n in 0..60 {
        talk = talk.updates(&[usage(n), plan(n)]);
    }
    let mut kept = talk.stops().into_frames();
    let all = kept.0.len();
    let timeline = kept.timeline(all);
    let spared: usize =
        (1..=all).map(|at| shown_is_whole(&timeline, &mut kept, FrameNumber(at as u32))).sum();
    assert!(spared > 100, "{spared}");
}
