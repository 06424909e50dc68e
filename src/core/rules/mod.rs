//! The rules, and the engine that asks them.
//!
//! A rule is one file: its metadata, its examples, its check. It holds no state: it sees the state before a
//! message, the message, and once the end. The list of rules ([`index`]) is written by a test from the
//! folder. A shape rule owns deviations that the validator found; the one with the highest rank owns each, so
//! that one fault is one finding.
//!
//! A check that panics is our fault and must not take the others down: the engine catches it, says so once
//! with the id [`FAILED`], and does not ask that rule again. This is the only place of the core that
//! unwinding may reach, since only here is it known which rule it was; the hook that prints a panic
//! belongs to the program.

pub mod example;
pub mod finding;
pub mod index;
mod lists;
pub(in crate::core) mod text;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::message::Kind;
use super::protocol::issue::{Issue, IssueClass, IssueCode, LeniencyKind};
use super::protocol::methods::MethodGate;
use super::protocol::{Protocol, Side, Source, Stability, updates};
use super::state::{Said, State};

pub use finding::{Finding, Findings, Severity};
pub use index::RULES;
use lists::{Ask, Lists};

/// The id under which a failure of a rule is reported.
pub const FAILED: &str = "acp-scope/rule-failed";
/// The id under which it is told that bytes are missing, and the frames behind are not judged.
pub const MISSING: &str = "acp-scope/frames-missing";
/// The rule after whose finding nothing else is judged.
pub const OTHER: &str = "transport/another-protocol";
/// The version of the rule set: findings of another one are made again.
pub const VERSION: u32 = 2;
/// The day of that version, `YYYY-MM-DD`.
pub const DATE: &str = "2026-11-30";
/// Findings of one rule at one frame; more would bury the others.
const MOST: usize = 20;

/// Whom a rule binds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binds {
    /// The client.
    Client,
    /// The agent.
    Agent,
    /// Either.
    Both,
}

impl Binds {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Binds::Client => "client",
            Binds::Agent => "agent",
            Binds::Both => "both",
        }
    }
}

/// At which messages a rule is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum When {
    /// Every line, also those that are no message.
    Line,
    /// Every message.
    Message,
    /// Every request and notification.
    Calls,
    /// Every response.
    Answers,
    /// A request or notification of this method.
    Call(&'static str),
    /// Every update of a session.
    Updates,
    /// A `session/update` of this variant.
    Update(&'static str),
    /// A response to a request of this method.
    Answer(&'static str),
    /// A message with deviations from its shape.
    Shape,
    /// The end of the recording.
    End,
}

/// What is looked at.
#[derive(Clone, Copy)]
pub enum Check {
    /// A message, before it changes the state.
    Said(fn(&Context<'_>, &Said<'_>, &mut Findings)),
    /// The rank with which the rule owns a deviation, if it does.
    Shape(fn(&Context<'_>, &Said<'_>, &Issue) -> Option<u8>),
    /// The state at the end.
    End(fn(&Context<'_>, &mut Findings)),
    /// A message, and the state at the end.
    Both(fn(&Context<'_>, &Said<'_>, &mut Findings), fn(&Context<'_>, &mut Findings)),
}

impl std::fmt::Debug for Check {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Check::Said(_) => "Said",
            Check::Shape(_) => "Shape",
            Check::End(_) => "End",
            Check::Both(..) => "Both",
        })
    }
}

/// Rank of the rules that own what no other owns.
pub const FALLBACK: u8 = 0;
/// Rank of a rule for all of a method or a variant.
pub const WHOLE: u8 = 10;
/// Rank of a rule for one structure.
pub const PART: u8 = 20;
/// Rank of a rule for one field.
pub const FIELD: u8 = 30;
/// Rank of a rule for a kind of mistake wherever it is made.
pub const KIND: u8 = 40;

/// A rule.
#[derive(Debug)]
pub struct Rule {
    /// `group/what-is-wrong`.
    pub id: &'static str,
    /// How much a finding weighs, unless it says otherwise.
    pub severity: Severity,
    /// Whom it binds.
    pub binds: Binds,
    /// The version of acp-scope that had it first.
    pub since: &'static str,
    /// Whether it is about a draft part of the protocol.
    pub stability: Stability,
    /// What has to be so, in our words.
    pub requirement: &'static str,
    /// Why it matters.
    pub why: &'static str,
    /// What to do.
    pub fix: &'static str,
    /// The page, below <https://agentclientprotocol.com>, or a whole address.
    pub link: &'static str,
    /// The lines of the requirements catalogue that it enforces.
    pub requirements: &'static [&'static str],
    /// Conversations with exactly one finding of this rule (see [`example`]).
    pub breaks: &'static [&'static str],
    /// Conversations that look like it and have none.
    pub near_misses: &'static [&'static str],
    /// When it is asked.
    pub when: &'static [When],
    /// The check.
    pub check: Check,
}

impl Rule {
    /// The part of the id before the slash.
    #[must_use]
    pub fn group(&self) -> &'static str {
        self.id.split_once('/').map_or(self.id, |(group, _)| group)
    }

    /// It holds for every version of the protocol.
    fn is_basic(&self) -> bool {
        matches!(self.group(), "json-rpc" | "transport") || self.id == "initialize/version-2-draft"
    }

    /// The whole address of the page.
    #[must_use]
    pub fn address(&self) -> String {
        if self.link.starts_with('/') {
            format!("https://agentclientprotocol.com{}", self.link)
        } else {
            self.link.to_owned()
        }
    }
}

/// What findings rest on, in one line: this rule set, and the protocol knowledge that it was written for.
#[must_use]
pub fn basis() -> String {
    let Source { name, version, date } = Protocol::v1().source;
    format!("rule set {VERSION} of {DATE}, protocol knowledge from {name} {version} of {date}")
}

/// The rule of this id.
#[must_use]
pub fn rule(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}

/// The id or group that was probably meant.
#[must_use]
pub fn near(id: &str) -> Option<&'static str> {
    let groups = RULES.iter().map(|r| r.group());
    super::protocol::nearest(id, RULES.iter().map(|r| r.id).chain(groups))
}

/// What a rule may look at besides the message.
#[derive(Debug)]
pub struct Context<'a> {
    /// What was known before the message.
    pub state: &'a State,
}

/// Which rules are asked.
#[derive(Debug, Clone, Default)]
pub struct Selection {
    /// Only these ids and groups; all if empty.
    pub only: Vec<String>,
    /// Not these ids and groups.
    pub not: Vec<String>,
}

impl Selection {
    /// Whether findings under this id are wanted.
    #[must_use]
    pub fn takes_id(&self, id: &str) -> bool {
        rule(id).is_none_or(|rule| self.takes(rule))
    }

    fn takes(&self, rule: &Rule) -> bool {
        let names = |list: &[String]| list.iter().any(|n| n == rule.id || n == rule.group());
        (self.only.is_empty() || names(&self.only)) && !names(&self.not)
    }
}

/// Asks the rules.
#[derive(Debug)]
pub struct Judge {
    lists: Arc<Lists>,
    /// By the rule's place in the lists.
    failed: Vec<bool>,
    /// One of them is true.
    some_failed: bool,
}

/// What one message is asked about.
struct Asking<'a, 'm> {
    judge: &'a Judge,
    cx: &'a Context<'a>,
    said: &'a Said<'m>,
    /// Only the rules that hold for every version.
    basic: bool,
    out: &'a mut Findings,
    failed: Vec<usize>,
}

impl Asking<'_, '_> {
    /// Asks the rules of a list. Going on behind a rule that has panicked is cheaper than guarding each.
    fn ask(&mut self, list: &[Ask]) {
        let mut next = 0;
        let some_failed = self.judge.some_failed;
        while next < list.len() {
            let (at, out) = (&mut next, &mut *self.out);
            let (judge, cx, said, basic) = (self.judge, self.cx, self.said, self.basic);
            let asked = catch_unwind(AssertUnwindSafe(|| {
                while let Some(ask) = list.get(*at) {
                    *at += 1;
                    if (basic && !ask.basic) || (some_failed && judge.failed[ask.at]) {
                        continue;
                    }
                    out.rule = Some(ask.rule);
                    let most = out.list.len() + MOST;
                    (ask.check)(cx, said, out);
                    out.list.truncate(most);
                }
            }));
            if asked.is_err() {
                self.failed.push(list[next - 1].at);
            }
        }
    }
}

impl Judge {
    /// A judge with the selected rules. Shape rules always take part, so that a deviation keeps its owner.
    #[must_use]
    pub fn new(selection: &Selection) -> Judge {
        let lists = Lists::of(selection);
        let failed = vec![false; lists.rules.len()];
        Judge { lists, failed, some_failed: false }
    }

    /// Judges a message by the state before it.
    pub fn message(&mut self, state: &State, said: &Said<'_>, out: &mut Findings) {
        let cx = Context { state };
        let basic =
            state.version().is_some_and(|v| v != 1) || said.known_elsewhere() || said.unread;
        let mut asking =
            Asking { judge: self, cx: &cx, said, basic, out: &mut *out, failed: Vec::new() };
        asking.ask(&self.lists.lines);
        if said.kind != Kind::Invalid {
            asking.ask(&self.lists.messages);
        }
        match said.kind {
            Kind::Request | Kind::Notification => {
                asking.ask(&self.lists.calls);
                asking.ask(said.method.map_or(&[], |method| self.lists.call.get(method)));
                if let Some(variant) = said.variant() {
                    asking.ask(&self.lists.updates);
                    asking.ask(self.lists.update.get(variant));
                }
            }
            Kind::Response | Kind::Error => {
                asking.ask(&self.lists.answers);
                let method = said.asked.as_ref().and_then(|a| a.method.as_deref());
                asking.ask(method.map_or(&[], |method| self.lists.answer.get(method)));
            }
            Kind::Invalid | Kind::Batch => {}
        }
        let mut failed = asking.failed;
        if !said.issues.is_empty() {
            self.shape(&cx, said, basic, out, &mut failed);
        }
        for at in failed {
            self.report_failure(at, said.frame, said.side(), out);
        }
    }

    fn shape(
        &self,
        cx: &Context<'_>,
        said: &Said<'_>,
        basic: bool,
        out: &mut Findings,
        failed: &mut Vec<usize>,
    ) {
        if is_ungated_draft(cx.state, said) {
            return;
        }
        let mut made: Vec<(&'static str, IssueCode, String, usize)> = Vec::new();
        for issue in &said.issues {
            if issue.class() == IssueClass::Draft {
                continue;
            }
            let mut best: Option<(u8, usize)> = None;
            for &at in &self.lists.shapes {
                let Check::Shape(owns) = self.lists.rules[at].check else { continue };
                if self.failed[at] {
                    continue;
                }
                match catch_unwind(AssertUnwindSafe(|| owns(cx, said, issue))) {
                    Ok(Some(rank))
                        if !(basic && rank != FALLBACK)
                            && best.is_none_or(|(most, _)| rank > most) =>
                    {
                        best = Some((rank, at));
                    }
                    Ok(_) => {}
                    Err(_) => failed.push(at),
                }
            }
            let Some((_, at)) = best else { continue };
            let rule = self.lists.rules[at];
            let same = made.iter().find(|(id, code, pointer, _)| {
                *id == rule.id && *code == issue.code && *pointer == issue.pointer
            });
            if let Some(&(.., at)) = same {
                let more = format!("; {}", issue.message());
                out.list[at].message.push_str(&more);
                continue;
            }
            if made.iter().filter(|(id, ..)| *id == rule.id).count() >= MOST {
                continue;
            }
            out.rule = Some(rule);
            made.push((rule.id, issue.code, issue.pointer.clone(), out.list.len()));
            let finding = out.at(said, issue.pointer.clone(), worded(issue));
            finding.severity = weight(rule, issue);
            if issue.unstable || said.known.is_some_and(|m| m.stability == Stability::Draft) {
                finding.draft();
            }
        }
    }

    /// Judges the state at the end.
    pub fn end(&mut self, state: &State, out: &mut Findings) {
        let cx = Context { state };
        let basic = state.version().is_some_and(|v| v != 1);
        let mut failed = Vec::new();
        for &at in &self.lists.ends {
            let rule = self.lists.rules[at];
            if basic && !rule.is_basic() {
                continue;
            }
            if let Check::End(check) | Check::Both(_, check) = rule.check
                && !self.failed[at]
            {
                out.rule = Some(rule);
                if catch_unwind(AssertUnwindSafe(|| check(&cx, out))).is_err() {
                    failed.push(at);
                }
            }
        }
        for at in failed {
            self.report_failure(at, super::frame::FrameNumber(1), Side::Client, out);
        }
    }

    fn report_failure(
        &mut self,
        at: usize,
        frame: super::frame::FrameNumber,
        side: Side,
        out: &mut Findings,
    ) {
        self.some_failed = true;
        if !std::mem::replace(&mut self.failed[at], true) {
            out.rule = None;
            let message = format!(
                "our fault, not the conversation's: rule {} failed here and is off from now on",
                self.lists.rules[at].id
            );
            out.about(frame, side, message).rule = FAILED;
        }
    }
}

impl Said<'_> {
    /// A handshake of another protocol version: only its form can be judged.
    fn known_elsewhere(&self) -> bool {
        let initialize = |m: Option<&str>| m == Some("initialize");
        let (here, version) = match &self.asked {
            Some(asked) => (
                initialize(asked.method.as_deref()),
                self.at("/result/protocolVersion").as_u64().filter(|v| {
                    asked.params.get("protocolVersion").and_then(super::tree::Value::as_u64)
                        >= Some(*v)
                }),
            ),
            None => (initialize(self.method), self.at("/params/protocolVersion").as_u64()),
        };
        here && version.is_some_and(|v| v >= 2)
    }
}

/// The shape of a draft method or update is of no interest where its capability was never given: its use is
/// the fault.
fn is_ungated_draft(state: &State, said: &Said<'_>) -> bool {
    if let Some(update) = said.variant().and_then(updates::update) {
        return update.stability == Stability::Draft
            && update.gate.is_none_or(|gate| !state.has(Side::Client, gate));
    }
    match said.known {
        Some(method) if method.stability == Stability::Draft => match method.gate {
            Some(MethodGate::Capability(side, path)) => !state.has(side, path),
            _ => false,
        },
        _ => false,
    }
}

fn weight(rule: &Rule, issue: &Issue) -> Severity {
    if may_be_newer(issue) {
        return rule.severity.min(Severity::Warning);
    }
    match issue.class() {
        IssueClass::Fault | IssueClass::Format => match &issue.lenient {
            Some(_) => rule.severity.lower().max(Severity::Warning).min(rule.severity),
            None => rule.severity,
        },
        IssueClass::Unknown | IssueClass::Draft => match (rule.severity, issue.code) {
            (Severity::Error, IssueCode::UnknownValue) => Severity::Warning,
            (Severity::Error, _) => Severity::Info,
            (own, _) => own,
        },
    }
}

/// The list of updates is closed, but it grows: a name that is near none of them may be younger than this
/// program's knowledge. One with an underscore is certainly none.
fn may_be_newer(issue: &Issue) -> bool {
    issue.code == IssueCode::UnknownVariant
        && issue.pointer == "/params/update/sessionUpdate"
        && issue.suggestion.is_none()
        && !issue.found.starts_with("\"_")
}

fn worded(issue: &Issue) -> String {
    let mut text = issue.message();
    if may_be_newer(issue) {
        let date = Protocol::v1().source.date;
        text = format!("there is no update {} in the protocol of {date}", issue.found);
    }
    if let Some(lenient) = &issue.lenient {
        text.push_str(match lenient.kind {
            LeniencyKind::FieldDropped => "; lenient readers drop the field without a word",
            LeniencyKind::ItemSkipped => "; lenient readers drop the item without a word",
            LeniencyKind::NullAsDefault => "; lenient readers take null for the default",
            LeniencyKind::ReadAs(_) => "; lenient readers take it for \"other\"",
        });
    }
    text
}
