//! Faults on purpose: what a fault of ours costs is tested with them. A released program has none.

#[cfg(debug_assertions)]
use std::sync::OnceLock;

/// Panics if a test has asked for it: `ACP_SCOPE_FAULT=PLACE:TEXT` asks for one at this place, at bytes with this text
/// in them.
#[cfg(debug_assertions)]
pub fn here(place: &str, bytes: &[u8]) {
    static ASKED: OnceLock<Option<(String, String)>> = OnceLock::new();
    let asked = ASKED.get_or_init(|| {
        let text = std::env::var("ACP_SCOPE_FAULT").ok()?;
        text.split_once(':').map(|(place, text)| (place.to_owned(), text.to_owned()))
    });
    let Some((_, text)) = asked.as_ref().filter(|(p, _)| p == place) else { return };
    assert!(
        memchr::memmem::find(bytes, text.as_bytes()).is_none(),
        "a fault on purpose, at {:?}",
        String::from_utf8_lossy(bytes)
    );
}

/// A limit, or a lower one if a test has asked for it: `ACP_SCOPE_FAULT=PLACE:NUMBER`.
#[cfg(debug_assertions)]
#[must_use]
pub fn limit(place: &str, most: u32) -> u32 {
    static ASKED: OnceLock<Option<(String, u32)>> = OnceLock::new();
    let asked = ASKED.get_or_init(|| {
        let text = std::env::var("ACP_SCOPE_FAULT").ok()?;
        let (place, number) = text.split_once(':')?;
        Some((place.to_owned(), number.parse().ok()?))
    });
    asked.as_ref().filter(|(p, _)| p == place).map_or(most, |(_, lower)| most.min(*lower))
}

/// The limit.
#[cfg(not(debug_assertions))]
#[inline]
#[must_use]
pub fn limit(_place: &str, most: u32) -> u32 {
    most
}

/// Nothing.
#[cfg(not(debug_assertions))]
#[inline]
pub fn here(_place: &str, _bytes: &[u8]) {}
