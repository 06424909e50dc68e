//! What people give to recordings and keep for themselves: names, tags, filters.

use rusqlite::{Transaction, params};

use super::{Result, Store};

/// Tags of a recording at most.
pub const TAGS: usize = 32;
/// Characters of a tag or of a filter's name at most.
pub const TAG: usize = 64;

/// A filter that is kept by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedFilter {
    /// What it is called.
    pub name: String,
    /// In the filter language.
    pub filter: String,
}

/// Tags as they are kept: on one line each, none empty or too long, each once whatever its case, in order.
#[must_use]
pub fn tags<S: AsRef<str>>(given: &[S]) -> Vec<String> {
    let one = |tag: &S| {
        let words: Vec<&str> = tag.as_ref().split_whitespace().collect();
        words.join(" ").chars().filter(|c| !c.is_control()).take(TAG).collect::<String>()
    };
    let mut out: Vec<String> = given.iter().map(one).filter(|tag| !tag.is_empty()).collect();
    out.sort_by_key(|tag| tag.to_lowercase());
    out.dedup_by_key(|tag| tag.to_lowercase());
    out.truncate(TAGS);
    out
}

impl Store {
    /// Gives a recording these tags and no others.
    ///
    /// # Errors
    /// SQLite's.
    pub fn set_tags<S: AsRef<str>>(
        tx: &Transaction<'_>,
        recording: i64,
        given: &[S],
    ) -> Result<()> {
        let tags = serde_json::Value::from(tags(given)).to_string();
        tx.prepare_cached("UPDATE recordings SET tags = ?2 WHERE id = ?1")?
            .execute(params![recording, tags])?;
        Ok(())
    }

    /// The filters that are kept, by name.
    ///
    /// # Errors
    /// SQLite's.
    pub fn saved_filters(&self) -> Result<Vec<SavedFilter>> {
        let mut query =
            self.conn.prepare_cached("SELECT name, filter FROM saved_filters ORDER BY name")?;
        let rows =
            query.query_map([], |r| Ok(SavedFilter { name: r.get(0)?, filter: r.get(1)? }))?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    /// Keeps a filter, instead of one of the same name if there is any.
    ///
    /// # Errors
    /// SQLite's.
    pub fn save_filter(&mut self, filter: &SavedFilter, made_at: i64) -> Result<()> {
        let tx = self.begin()?;
        tx.execute(
            "INSERT OR REPLACE INTO saved_filters (name, filter, made_at) VALUES (?1, ?2, ?3)",
            params![filter.name, filter.filter, made_at],
        )?;
        tx.commit()?;
        Ok(())
    }

    /// Forgets a filter. False when there is none of that name.
    ///
    /// # Errors
    /// SQLite's.
    pub fn forget_filter(&mut self, name: &str) -> Result<bool> {
        let tx = self.begin()?;
        let gone = tx.execute("DELETE FROM saved_filters WHERE name = ?1", [name])?;
        tx.commit()?;
        Ok(gone > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::tags;

    #[test]
    fn tags_are_kept_once_in_order_and_on_one_line() {
        let given = ["zed  bug", "Alpha", " alpha ", "", "\u{7}", "a\nb"];
        assert_eq!(tags(&given), ["a b", "Alpha", "zed bug"]);
        assert_eq!(tags(&["x".repeat(99)])[0].len(), 64);
    }
}
