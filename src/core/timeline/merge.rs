//! The merge rules: for each kind of item and each of its fields, what an omission, a null, a value and an empty
//! list do to what is held. One table, [`fields`].
//!
//! Values are decoded before they come here (see [`decode`](super::decode)): what a reader cannot decode is
//! absent already. Fields without a row are not part of the protocol's object; they are told as ignored.

use super::item::ItemKind;

/// What a field of an update does to the field that is held. Omission always keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// Names the entity, or says what the update is: nothing to merge.
    Key,
    /// Null keeps, a value replaces.
    Keep,
    /// Null keeps, a value replaces, an empty list clears.
    KeepList,
    /// Null clears, a value replaces.
    Patch,
    /// Null clears, a value replaces, an empty list clears.
    PatchList,
    /// A list that is always replaced; null reads as empty, and an empty one is a value.
    Whole,
    /// Only the first value counts.
    First,
}

/// The fields of an item that updates set, with their rules.
#[must_use]
pub fn fields(kind: ItemKind) -> &'static [(&'static str, Rule)] {
    use Rule::{First, Keep, KeepList, Key, Patch, PatchList, Whole};
    match kind {
        ItemKind::ToolCall => &[
            ("toolCallId", Key),
            ("title", Keep),
            ("kind", Keep),
            ("status", Keep),
            ("content", KeepList),
            ("locations", KeepList),
            ("rawInput", Keep),
            ("rawOutput", Keep),
            ("name", Keep),
            ("_meta", Keep),
        ],
        ItemKind::Plan => &[
            ("type", Keep),
            ("planId", Key),
            ("entries", Whole),
            ("content", Keep),
            ("path", Keep),
            ("_meta", Keep),
        ],
        ItemKind::Compaction => &[
            ("compactionId", Key),
            ("status", Keep),
            ("summary", PatchList),
            ("error", Patch),
            ("_meta", Patch),
        ],
        ItemKind::Notice => {
            &[("severity", Keep), ("title", Keep), ("description", Keep), ("_meta", Keep)]
        }
        ItemKind::Mode => &[("currentModeId", Keep), ("availableModes", Whole), ("_meta", Keep)],
        ItemKind::Config => &[("configOptions", Whole), ("_meta", Keep)],
        ItemKind::Commands => &[("availableCommands", Whole), ("_meta", Keep)],
        ItemKind::SessionInfo => &[("title", Patch), ("updatedAt", Patch), ("_meta", Keep)],
        ItemKind::Usage => &[("used", Keep), ("size", Keep), ("cost", Keep), ("_meta", Keep)],
        ItemKind::SessionMessage => &[
            ("messageId", Key),
            ("senderSessionId", Patch),
            ("recipientSessionId", Patch),
            ("senderMessageId", Patch),
            ("recipientMessageId", Patch),
            ("content", PatchList),
            ("_meta", Patch),
        ],
        ItemKind::Subagent => &[
            ("sessionId", Key),
            ("title", Patch),
            ("description", Patch),
            ("capabilities", Patch),
            ("state", Patch),
            ("cwd", Patch),
            ("additionalDirectories", Patch),
            ("_meta", Patch),
        ],
        ItemKind::Cursor => {
            &[("cursorId", Key), ("anchor", First), ("capabilities", Patch), ("_meta", Patch)]
        }
        ItemKind::Suggestions => &[("suggestions", Whole), ("_meta", Keep)],
        // Version 2: whole messages, and what the agent is doing.
        ItemKind::UserMessage | ItemKind::AgentMessage | ItemKind::Thought => {
            &[("messageId", Key), ("content", PatchList), ("_meta", Patch)]
        }
        _ => &[],
    }
}
