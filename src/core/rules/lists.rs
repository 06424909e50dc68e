//! Which rules are asked when: made once for all rules, and anew for a selection of them.

use std::sync::{Arc, OnceLock};

use super::{Check, OTHER, RULES, Rule, Selection, When};

/// The rules that take part, and their places in the list of them by occasion.
#[derive(Debug, Default)]
pub(super) struct Lists {
    pub(super) rules: Vec<&'static Rule>,
    /// By place: it holds for every version of the protocol.
    pub(super) basic: Vec<bool>,
    pub(super) lines: Vec<usize>,
    pub(super) messages: Vec<usize>,
    pub(super) calls: Vec<usize>,
    pub(super) answers: Vec<usize>,
    pub(super) updates: Vec<usize>,
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
            lists.basic.push(rule.is_basic());
            for when in rule.when {
                match *when {
                    When::Line => lists.lines.push(at),
                    When::Message => lists.messages.push(at),
                    When::Calls => lists.calls.push(at),
                    When::Answers => lists.answers.push(at),
                    When::Updates => lists.updates.push(at),
                    When::Shape => lists.shapes.push(at),
                    When::End => lists.ends.push(at),
                    When::Call(name) => lists.call.add(name, at),
                    When::Update(name) => lists.update.add(name, at),
                    When::Answer(name) => lists.answer.add(name, at),
                }
            }
        }
        lists
    }
}

/// Lists of rules by name, sorted by length and then by letter: most names differ in length from most others, so that
/// finding one compares few bytes, and hashing one costs more.
#[derive(Debug, Default)]
pub(super) struct Named(Vec<(&'static str, Vec<usize>)>);

impl Named {
    fn add(&mut self, name: &'static str, rule: usize) {
        let at = match self.find(name) {
            Ok(at) => at,
            Err(at) => {
                self.0.insert(at, (name, Vec::new()));
                at
            }
        };
        self.0[at].1.push(rule);
    }

    pub(super) fn get(&self, name: &str) -> &[usize] {
        self.find(name).map_or(&[], |at| &self.0[at].1)
    }

    fn find(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(known, _)| known.len().cmp(&name.len()).then((*known).cmp(name)))
    }
}
