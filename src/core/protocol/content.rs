//! The content block types of version 1. Source: `/protocol/v1/content`.

/// A type of content block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BlockType {
    /// The value of `type`.
    pub name: &'static str,
    /// The agent capability that a prompt with such a block needs. Agents may send any type.
    pub prompt_gate: Option<&'static str>,
    /// What it holds.
    pub purpose: &'static str,
}

/// All types, in the order of the schema.
pub const BLOCKS: &[BlockType] = &[
    BlockType { name: "text", prompt_gate: None, purpose: "text, perhaps Markdown" },
    BlockType { name: "image", prompt_gate: Some("promptCapabilities.image"), purpose: "an image" },
    BlockType { name: "audio", prompt_gate: Some("promptCapabilities.audio"), purpose: "a sound" },
    BlockType { name: "resource_link", prompt_gate: None, purpose: "a link to a resource" },
    BlockType {
        name: "resource",
        prompt_gate: Some("promptCapabilities.embeddedContext"),
        purpose: "a resource with its content",
    },
];

/// The type of this exact name.
#[must_use]
pub fn block(name: &str) -> Option<&'static BlockType> {
    BLOCKS.iter().find(|block| block.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::protocol::{Protocol, capabilities};

    #[test]
    fn the_table_and_the_schema_name_the_same_types() {
        let theirs = Protocol::v1().schema().variants("ContentBlock");
        let ours: Vec<_> = BLOCKS.iter().map(|b| (b.name, false)).collect();
        assert_eq!(ours, theirs.iter().map(|v| (v.name, v.unstable)).collect::<Vec<_>>());
        for gate in BLOCKS.iter().filter_map(|b| b.prompt_gate) {
            assert!(capabilities::agent(gate).is_some(), "{gate}");
        }
    }
}
