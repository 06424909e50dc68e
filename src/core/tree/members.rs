//! The members of an object, in the order of the text.

use std::borrow::Cow;

use super::value::Value;

/// Objects of up to this many members are searched from the front.
pub(super) const FEW: usize = 12;

/// A key and its value.
pub(super) type Member<'a> = (Cow<'a, str>, Value<'a>);

/// The members of an object. No key stands twice in it.
#[derive(Debug, Clone, Default)]
pub struct Members<'a> {
    list: Vec<Member<'a>>,
    /// Of many members the places in the list, sorted by key. Not a map: nothing is hashed, and the few
    /// members of nearly all objects cost no more than their list.
    sorted: Option<Box<Places>>,
}

#[derive(Debug, Clone)]
struct Places(Vec<usize>);

impl<'a> Members<'a> {
    /// The members as they stand in a text, and whether a key stands twice: its last value then takes the
    /// first one's place.
    pub(super) fn new(list: Vec<Member<'a>>) -> (Members<'a>, bool) {
        if list.len() <= FEW {
            let twice = (1..list.len()).any(|at| list[..at].iter().any(|(k, _)| *k == list[at].0));
            let list = if twice { merged(list) } else { list };
            return (Members { list, sorted: None }, twice);
        }
        let places = sorted(&list);
        if !places.windows(2).any(|pair| list[pair[0]].0 == list[pair[1]].0) {
            return (Members { list, sorted: Some(Box::new(Places(places))) }, false);
        }
        (Members::new(merged(list)).0, true)
    }

    /// The value of this key.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&Value<'a>> {
        let Some(sorted) = &self.sorted else {
            return self.list.iter().find(|(key, _)| *key == name).map(|(_, value)| value);
        };
        let places = &sorted.0;
        let found = places.binary_search_by(|&place| self.list[place].0.as_ref().cmp(name)).ok()?;
        Some(&self.list[places[found]].1)
    }

    /// The key is there.
    #[must_use]
    pub fn contains_key(&self, name: &str) -> bool {
        self.get(name).is_some()
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// There are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Keys and values in order.
    #[must_use]
    pub fn iter(&self) -> Iter<'_, 'a> {
        Iter(self.list.iter())
    }

    /// The keys in order.
    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(|(key, _)| key.as_ref())
    }

    /// The values in order.
    pub fn values(&self) -> impl Iterator<Item = &Value<'a>> {
        self.list.iter().map(|(_, value)| value)
    }

    /// The same, borrowing nothing.
    #[must_use]
    pub fn into_owned(self) -> Members<'static> {
        let owned = |(key, value): Member<'a>| (Cow::Owned(key.into_owned()), value.into_owned());
        Members { list: self.list.into_iter().map(owned).collect(), sorted: self.sorted }
    }
}

/// The places of a list, sorted by key; equal keys in the order of the list.
fn sorted(list: &[Member<'_>]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..list.len()).collect();
    places.sort_by(|&a, &b| list[a].0.cmp(&list[b].0));
    places
}

/// Each key once, in the place of its first, with the value of its last.
fn merged(list: Vec<Member<'_>>) -> Vec<Member<'_>> {
    // For each member the place of the first one that has its key.
    let mut first: Vec<usize> = (0..list.len()).collect();
    for run in sorted(&list).chunk_by(|&a, &b| list[a].0 == list[b].0) {
        for &place in run {
            first[place] = run[0];
        }
    }
    let mut kept: Vec<Member<'_>> = Vec::new();
    let mut now_at = vec![0; first.len()];
    for (place, member) in list.into_iter().enumerate() {
        if first[place] == place {
            now_at[place] = kept.len();
            kept.push(member);
        } else {
            kept[now_at[first[place]]].1 = member.1;
        }
    }
    kept
}

impl<'b> PartialEq<Members<'b>> for Members<'_> {
    fn eq(&self, other: &Members<'b>) -> bool {
        let same = |(key, value): (&str, &Value<'_>)| other.get(key).is_some_and(|v| v == value);
        self.len() == other.len() && self.iter().all(same)
    }
}

impl<'a> FromIterator<Member<'a>> for Members<'a> {
    fn from_iter<I: IntoIterator<Item = Member<'a>>>(members: I) -> Members<'a> {
        Members::new(members.into_iter().collect()).0
    }
}

impl<'m, 'a> IntoIterator for &'m Members<'a> {
    type Item = (&'m str, &'m Value<'a>);
    type IntoIter = Iter<'m, 'a>;

    fn into_iter(self) -> Iter<'m, 'a> {
        self.iter()
    }
}

/// Keys and values.
#[derive(Debug, Clone)]
pub struct Iter<'m, 'a>(std::slice::Iter<'m, Member<'a>>);

impl<'m, 'a> Iterator for Iter<'m, 'a> {
    type Item = (&'m str, &'m Value<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        self.0.next().map(|(key, value)| (key.as_ref(), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_, '_> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn members(keys: impl Iterator<Item = usize>) -> (Members<'static>, bool) {
        let member =
            |(n, key): (usize, usize)| (Cow::Owned(format!("k{key}")), Value::Number(n.into()));
        Members::new(keys.enumerate().map(member).collect())
    }

    #[test]
    fn a_member_is_found_among_few_and_among_many() {
        for count in [0, 1, FEW, FEW + 1, 100, 100_000] {
            let (found, twice) = members((0..count).rev());
            assert!(!twice);
            assert_eq!(found.len(), count);
            for key in (0..count).rev().step_by(1 + count / 50) {
                let at = found.get(&format!("k{key}")).and_then(Value::as_u64);
                assert_eq!(at, Some((count - 1 - key) as u64));
            }
            assert!(!found.contains_key("k") && !found.contains_key(&format!("k{count}")));
        }
    }

    #[test]
    fn of_a_key_that_stands_often_the_last_value_takes_the_first_place() {
        // As serde_json's map has it, which keeps the order, too.
        for (keys, count) in [(3, 8), (FEW - 1, 40), (FEW + 5, 60), (300, 90_000)] {
            let (found, twice) = members((0..count).map(|n| (n * 7) % keys));
            let theirs: serde_json::Map<_, _> =
                (0..count).map(|n| (format!("k{}", (n * 7) % keys), n.into())).collect();
            assert!(twice);
            let order = |(key, value): (&str, &Value<'_>)| (key.to_owned(), value.to_json());
            assert!(found.iter().map(order).eq(theirs.clone()));
            for (key, value) in &theirs {
                assert!(found.get(key).is_some_and(|v| v.is_json(value)));
            }
        }
    }
}
