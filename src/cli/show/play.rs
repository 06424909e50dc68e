//! The timeline as text: printed at once, or as a live recording grows.

use std::io::Write;
use std::time::Duration;

use super::Show;
use crate::cli::error::Failure;
use crate::cli::list;
use crate::cli::text::harmless;
use crate::core::frame::FrameNumber;
use crate::core::timeline::outline::{self, TurnOutline};
use crate::core::timeline::{ItemKind, Session, Timeline, build, known};
use crate::reconstruct::{Follower, Held};
use crate::report::screenplay::{self, Look, Page};
use crate::store::{Phase, RecordingRow, StderrRow, Store};

/// Frames that are folded at a time.
const BATCH: usize = 10_000;
/// How often a live recording is looked at.
const PACE: Duration = Duration::from_millis(100);
/// Columns where nobody tells.
const WIDTH: usize = 100;

/// The columns of the terminal: what COLUMNS says, or the terminal itself.
fn width() -> usize {
    let told = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    let asked = || {
        let size = rustix::termios::tcgetwinsize(rustix::stdio::stdout()).ok()?;
        (size.ws_col > 0).then_some(usize::from(size.ws_col))
    };
    told.or_else(asked).unwrap_or(WIDTH).clamp(40, 160)
}

fn heading(row: &RecordingRow) -> String {
    format!(
        "Recording {}: {}, {} frames, {}\n",
        row.number,
        harmless(&row.title()),
        row.frames,
        list::state(row)
    )
}

fn page(show: &Show) -> Page {
    Page::new(Look { width: width(), full: show.full })
}

/// Everything as of a frame, session by session.
pub(super) fn print(
    show: &Show,
    store: &Store,
    row: &RecordingRow,
    timeline: &Timeline,
    at: FrameNumber,
    frames: &mut Held<'_>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let write = |out: &mut dyn Write, text: &str| {
        out.write_all(text.as_bytes()).map_err(|e| Failure::output(&e))
    };
    write(out, &heading(row))?;
    let page = &mut page(show);
    let sessions = outline::sessions(timeline, at);
    let mut stderr = Stderr::new(store, row.number, show.stderr);
    for outline in &sessions {
        let wanted = match &show.session {
            Some(id) => outline.id == Some(id),
            // What belongs to no session is only worth a heading if there is something odd in it.
            None => outline.index > 0 || (sessions.len() == 1 && outline.items > 0),
        };
        if !wanted {
            continue;
        }
        let session = &timeline.sessions[outline.index];
        let title = known::title(timeline, outline.index, frames, at);
        screenplay::session(page, outline, title.as_deref());
        let turns = outline::turns(session, at);
        let mut turn = 0;
        for index in 0..outline.items {
            let of = session.items[index].turn;
            if show.turn.is_some_and(|wanted| of != wanted) {
                continue;
            }
            stderr.until(session.items[index].first(), page)?;
            turn_line(page, &turns, turn, of);
            turn = of;
            let built = build::item(timeline, session, index, frames, at);
            if let Some(built) = frames.check(built)? {
                screenplay::item(page, &built);
            }
            write(out, &page.take())?;
        }
        if let Some(wanted) = show.turn
            && turns.len() < wanted as usize
        {
            return Err(Failure::input(format!(
                "--turn {wanted}: session {} has {} turns: name one of them",
                harmless(outline.id.unwrap_or("")),
                turns.len()
            )));
        }
    }
    stderr.until(FrameNumber(at.0.saturating_add(1)), page)?;
    let odd = odd_ones(timeline, at);
    write(out, &page.take())?;
    write(out, &odd)
}

/// What has no place in any session, in one line.
fn odd_ones(timeline: &Timeline, at: FrameNumber) -> String {
    let connection = timeline.connection();
    let unknown = connection.items[..connection.items_at(at)]
        .iter()
        .filter(|i| i.kind == ItemKind::Unknown)
        .count();
    let plumbing = timeline.plumbing(at).count();
    let mut words = Vec::new();
    if unknown > 0 {
        words.push(format!("{unknown} frames outside of sessions are not understood"));
    }
    if plumbing > 0 {
        words.push(format!("{plumbing} frames carry nothing"));
    }
    if words.is_empty() { String::new() } else { format!("\n{}\n", words.join("; ")) }
}

/// The line between turns, where one begins or is over.
fn turn_line(page: &mut Page, turns: &[TurnOutline<'_>], before: u32, now: u32) {
    if now == before || now == 0 {
        return;
    }
    if let Some(turn) = turns.get(now as usize - 1) {
        screenplay::turn(page, turn);
    }
}

/// Lines of stderr, each at its moment.
struct Stderr<'s> {
    store: &'s Store,
    recording: i64,
    wanted: bool,
    skip: usize,
    held: std::collections::VecDeque<StderrRow>,
}

impl<'s> Stderr<'s> {
    fn new(store: &'s Store, recording: i64, wanted: bool) -> Stderr<'s> {
        Stderr { store, recording, wanted, skip: 0, held: std::collections::VecDeque::new() }
    }

    /// Prints what came before a frame.
    fn until(&mut self, frame: FrameNumber, page: &mut Page) -> Result<(), Failure> {
        if !self.wanted {
            return Ok(());
        }
        loop {
            if self.held.is_empty() {
                let lines = self.store.stderr(self.recording, self.skip, 1_000)?;
                if lines.is_empty() {
                    return Ok(());
                }
                self.skip += lines.len();
                self.held.extend(lines);
            }
            while let Some(line) = self.held.front() {
                if line.after_frame >= frame.0 {
                    return Ok(());
                }
                screenplay::stderr(page, &String::from_utf8_lossy(&line.line));
                self.held.pop_front();
            }
        }
    }
}

/// Prints each item when it is settled, until the recording ends.
pub(super) fn follow(
    show: &Show,
    store: &Store,
    row: &RecordingRow,
    mut follower: Follower,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let write = |out: &mut dyn Write, text: &str| {
        out.write_all(text.as_bytes()).and_then(|()| out.flush()).map_err(|e| Failure::output(&e))
    };
    write(out, &heading(row))?;
    let page = &mut page(show);
    // Per session: items printed, and the turn that was announced.
    let mut printed: Vec<(usize, u32)> = Vec::new();
    let mut recent = 0;
    loop {
        let now = store.recording(row.number)?;
        let live = now.is_some_and(|r| r.phase == Phase::Live);
        while follower.follow(store, BATCH)? {}
        let Some(timeline) = follower.timeline() else { return Ok(()) };
        let at = FrameNumber(follower.folded());
        let frames = &mut Held::new(store, row.number);
        printed.resize(timeline.sessions.len(), (0, 0));
        for outline in outline::sessions(timeline, at).iter().skip(1) {
            if show.session.as_deref().is_some_and(|id| outline.id != Some(id)) {
                continue;
            }
            let session = &timeline.sessions[outline.index];
            let turns = outline::begun(session, at);
            let (done, turn) = &mut printed[outline.index];
            while *done < outline.items {
                let of = session.items[*done].turn;
                let over = !live || turns.get(of.max(1) as usize - 1).is_none_or(|t| t.is_over(at));
                let last = *done + 1 == outline.items;
                let built = build::item(timeline, session, *done, frames, at);
                let Some(built) = frames.check(built)? else { break };
                if !screenplay::is_settled(&built, last, over && of > 0 || !live) {
                    break;
                }
                *done += 1;
                if show.turn.is_some_and(|wanted| wanted != of) {
                    continue;
                }
                if recent != outline.index {
                    let title = known::title(timeline, outline.index, frames, at);
                    screenplay::session(page, outline, title.as_deref());
                    recent = outline.index;
                }
                begin_turn(page, session, *turn, of);
                *turn = of;
                screenplay::item(page, &built);
            }
        }
        write(out, &page.take())?;
        if !live {
            return Ok(());
        }
        std::thread::sleep(PACE);
    }
}

/// A turn that has just begun has no outcome yet.
fn begin_turn(page: &mut Page, session: &Session, before: u32, now: u32) {
    if now != before && now > 0 && session.turns.len() >= now as usize {
        screenplay::turn_begins(page, now);
    }
}
