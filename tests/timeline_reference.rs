//! The timeline against a second, naive reading of the rules, after every frame of random conversations.
//!
//! `PROPTEST_CASES=200000 cargo test --profile slow --test timeline_reference` for a long run.
#![allow(missing_docs, clippy::unwrap_used)]

mod reference;

use acp_scope::core::fold::{Fold, FrameInput};
use acp_scope::core::frame::{Dir, FrameNumber, Moment};
use acp_scope::core::timeline::{Frames, Place, Timeline, Wire, build, outline};
use proptest::prelude::*;
use reference::traffic::{self, Act};
use reference::{Item, Reference};
use serde_json::{Map, Value};

/// The frames in memory.
struct Kept<'a>(&'a [(Dir, Vec<u8>)]);

impl Frames for Kept<'_> {
    fn read(&mut self, frame: FrameNumber) -> Option<Wire> {
        let (dir, raw) = self.0.get(frame.0 as usize - 1)?;
        Some(Wire { dir: *dir, t: Moment(u64::from(frame.0)), raw: Some(raw.clone()) })
    }
}

/// What is compared of an item.
#[derive(Debug, PartialEq)]
struct Seen {
    kind: String,
    id: Option<String>,
    turn: Option<u32>,
    history: bool,
    replay: bool,
    cancelled: bool,
    first: Option<u32>,
    state: Map<String, Value>,
}

type Sessions = Vec<(String, Option<String>, Vec<Seen>)>;

/// Items that stand for frames of which the timeline only says that they crossed.
const AS_IS: [&str; 3] = ["unknown", "request", "extension"];

fn seen(timeline: &Timeline, wire: &[(Dir, Vec<u8>)], at: u32) -> Sessions {
    let at = FrameNumber(at);
    let outlines = outline::sessions(timeline, at);
    let session = |o: &outline::SessionOutline<'_>| {
        let items = (0..o.items).filter_map(|index| {
            let session = &timeline.sessions[o.index];
            let built = build::item(timeline, session, index, &mut Kept(wire), at)?;
            (!AS_IS.contains(&built.kind.word())).then(|| Seen {
                kind: built.kind.word().to_owned(),
                id: built.id.clone(),
                turn: built.turn,
                history: built.kind.is_history(),
                replay: built.replay,
                cancelled: built.cancelled,
                first: built.frames.first().map(|f| f.0),
                state: built.state,
            })
        });
        (o.id.unwrap().to_owned(), o.parent.map(str::to_owned), items.collect())
    };
    outlines.iter().filter(|o| o.index > 0).map(session).collect()
}

fn expected(reference: &Reference) -> Sessions {
    let item = |i: &Item| Seen {
        kind: i.kind.to_owned(),
        id: i.id.clone(),
        turn: i.turn,
        history: i.history,
        replay: i.replay,
        cancelled: i.cancelled,
        first: i.frames.first().copied(),
        state: i.state.clone(),
    };
    let sessions = reference.sessions.iter();
    sessions.map(|s| (s.id.clone(), s.parent.clone(), s.items.iter().map(item).collect())).collect()
}

/// Says where two pictures part.
fn difference(is: &Sessions, should: &Sessions) -> String {
    let heads = |s: &Sessions| -> Vec<(String, Option<String>)> {
        s.iter().map(|(id, parent, _)| (id.clone(), parent.clone())).collect()
    };
    if heads(is) != heads(should) {
        return format!("sessions are {:?}, should be {:?}", heads(is), heads(should));
    }
    for ((id, _, is), (_, _, should)) in is.iter().zip(should) {
        for i in 0..is.len().max(should.len()) {
            if is.get(i) != should.get(i) {
                let (is, should) = (is.get(i), should.get(i));
                return format!("session {id}, item {i}\n     is {is:?}\n should {should:?}");
            }
        }
    }
    String::new()
}

fn check(acts: &[Act]) -> Result<(), TestCaseError> {
    let frames = traffic::frames(acts);
    let wire: Vec<(Dir, Vec<u8>)> = frames
        .iter()
        .map(|f| {
            let dir = if f.client { Dir::ClientToAgent } else { Dir::AgentToClient };
            (dir, f.message.to_string().into_bytes())
        })
        .collect();
    let shown = |upto: usize| -> String {
        let lines = wire[..upto].iter().enumerate();
        lines
            .map(|(i, (dir, raw))| {
                format!("{:>3} {} {}\n", i + 1, dir.code(), String::from_utf8_lossy(raw))
            })
            .collect()
    };
    let mut fold = Fold::reconstruct();
    let mut reference = Reference::default();
    let mut moments = Vec::new();
    for (i, frame) in frames.iter().enumerate() {
        let number = i as u32 + 1;
        fold.push(&FrameInput {
            number: FrameNumber(number),
            dir: wire[i].0,
            t: Moment(u64::from(number)),
            raw: &wire[i].1,
            terminated: true,
        });
        reference.push(frame.client, &frame.message);
        let should = expected(&reference);
        let is = seen(fold.timeline().unwrap(), &wire, number);
        prop_assert!(
            is == should,
            "after frame {number}: {}\n{}",
            difference(&is, &should),
            shown(i + 1)
        );
        moments.push(should);
    }
    let timeline = fold.into_timeline().unwrap();
    for (i, should) in moments.iter().enumerate() {
        let number = i as u32 + 1;
        let is = seen(&timeline, &wire, number);
        prop_assert!(
            is == *should,
            "as of frame {number}: {}\n{}",
            difference(&is, should),
            shown(frames.len())
        );
    }
    everywhere(&timeline, &wire, &shown)
}

/// Every frame stands somewhere, and where it is said to stand, it is.
fn everywhere(
    timeline: &Timeline,
    wire: &[(Dir, Vec<u8>)],
    shown: &dyn Fn(usize) -> String,
) -> Result<(), TestCaseError> {
    let last = FrameNumber(wire.len() as u32);
    let plumbing: Vec<u32> = timeline.plumbing(last).map(|(f, _)| f.0).collect();
    for number in 1..=last.0 {
        let places: Vec<Place> = timeline.places(FrameNumber(number)).collect();
        prop_assert!(!places.is_empty(), "frame {number} is nowhere\n{}", shown(wire.len()));
        for place in places {
            let there = match place {
                Place::Item { session, item } => {
                    let session = &timeline.sessions[session as usize];
                    build::item(timeline, session, item as usize, &mut Kept(wire), last)
                        .is_some_and(|built| built.frames.contains(&FrameNumber(number)))
                }
                Place::Plumbing(_) => plumbing.contains(&number),
            };
            prop_assert!(there, "frame {number} is not at {place:?}\n{}", shown(wire.len()));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn after_every_frame_both_readings_are_equal(acts in traffic::conversation()) {
        check(&acts)?;
    }
}
