//! Which rules are asked when: made once for all rules, and anew for a selection of them.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use super::{Check, Context, Findings, OTHER, RULES, Rule, Said, Selection, When};

/// A rule that is asked at messages, with all that is needed for it at hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ask {
    /// Its place in the list of rules.
    pub(super) at: usize,
    pub(super) rule: &'static Rule,
    pub(super) check: fn(&Context<'_>, &Said<'_>, &mut Findings),
    /// It holds for every version of the protocol.
    pub(super) basic: bool,
}

/// The rules that take part, by occasion.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) rules: Vec<&'static Rule>,
    pub(super) lines: Vec<Ask>,
    pub(super) messages: Vec<Ask>,
    pub(super) calls: Vec<Ask>,
    pub(super) answers: Vec<Ask>,
    pub(super) updates: Vec<Ask>,
    pub(super) shapes: Vec<usize>,
    pub(super) ends: Vec<usize>,
    pub(super) call: Named,
    pub(super) update: Named,
    pub(super) answer: Named,
}

impl Lists {
    /// The lists of a selection. Shape rules always take part, so that a deviation keeps its owner.
    pub(super) fn of(selection: &Selection) -> Arc<Lists> {
        static ALL: OnceLock<Arc<Lists>> = OnceLock::new();
        if selection.only.is_empty() && selection.not.is_empty() {
            return ALL.get_or_init(|| Arc::new(Lists::new(selection))).clone();
        }
        Arc::new(Lists::new(selection))
    }

    fn new(selection: &Selection) -> Lists {
        let mut lists = Lists::default();
        for rule in RULES.iter().copied() {
            let shape = matches!(rule.check, Check::Shape(_));
            // Where the frames are of another protocol no other rule may speak, asked for or not.
            if !(selection.takes(rule) || shape || rule.id == OTHER) {
                continue;
            }
            let at = lists.rules.len();
            lists.rules.push(rule);
            let ask = match rule.check {
                Check::Said(check) | Check::Both(check, _) => {
                    Some(Ask { at, rule, check, basic: rule.is_basic() })
                }
                Check::Shape(_) | Check::End(_) => None,
            };
            for when in rule.when {
                match *when {
                    When::Line => lists.lines.extend(ask),
                    When::Message => lists.messages.extend(ask),
                    When::Calls => lists.calls.extend(ask),
                    When::Answers => lists.answers.extend(ask),
                    When::Updates => lists.updates.extend(ask),
                    When::Shape => lists.shapes.push(at),
                    When::End => lists.ends.push(at),
                    When::Call(name) => lists.call.add(name, ask),
                    When::Update(name) => lists.update.add(name, ask),
                    When::Answer(name) => lists.answer.add(name, ask),
                }
            }
        }
        lists
    }
}

/// Lists of rules by name, sorted. What one message is named the next one is mostly named, too: that is tried first.
#[derive(Debug, Default)]
pub(super) struct Named {
    lists: Vec<(&'static str, Vec<Ask>)>,
    /// Where the last name was found: a hint for all who share the lists, and no more.
    last: AtomicUsize,
}

impl Named {
    fn add(&mut self, name: &'static str, ask: Option<Ask>) {
        let at = match self.find(name) {
            Ok(at) => at,
            Err(at) => {
                self.lists.insert(at, (name, Vec::new()));
                at
            }
        };
        self.lists[at].1.extend(ask);
    }

    pub(super) fn get(&self, name: &str) -> &[Ask] {
        if let Some((last, list)) = self.lists.get(self.last.load(Relaxed))
            && *last == name
        {
            return list;
        }
        match self.find(name) {
            Ok(at) => {
                self.last.store(at, Relaxed);
                &self.lists[at].1
            }
            Err(_) => &[],
        }
    }

    fn find(&self, name: &str) -> Result<usize, usize> {
        self.lists.binary_search_by(|(known, _)| (*known).cmp(name))
    }
}
