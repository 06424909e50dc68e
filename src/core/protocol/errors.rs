//! Error codes of JSON-RPC and ACP version 1.

/// What an error code says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ErrorCode {
    /// The number on the wire.
    pub code: i64,
    /// Its name.
    pub name: &'static str,
    /// True if JSON-RPC itself defines it.
    pub json_rpc: bool,
}

/// The defined codes. The numbers are those of the crate's `ErrorCode`; a test compares them.
pub const KNOWN: &[ErrorCode] = &[
    ErrorCode { code: -32700, name: "parse error", json_rpc: true },
    ErrorCode { code: -32600, name: "invalid request", json_rpc: true },
    ErrorCode { code: -32601, name: "method not found", json_rpc: true },
    ErrorCode { code: -32602, name: "invalid params", json_rpc: true },
    ErrorCode { code: -32603, name: "internal error", json_rpc: true },
    ErrorCode { code: -32000, name: "authentication required", json_rpc: false },
    ErrorCode { code: -32002, name: "resource not found", json_rpc: false },
    ErrorCode { code: -32800, name: "request cancelled", json_rpc: false },
];

/// The defined code of this number.
#[must_use]
pub fn known(code: i64) -> Option<&'static ErrorCode> {
    KNOWN.iter().find(|known| known.code == code)
}

/// Whether JSON-RPC 2.0 reserves the code and does not define it: -32768 to -32100 without the five
/// predefined ones. -32099 to -32000 is free for implementations, and so is all outside.
#[must_use]
pub fn reserved(code: i64) -> bool {
    (-32768..=-32100).contains(&code) && known(code).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[test]
    fn the_codes_are_those_of_the_crate() {
        let document: Value =
            serde_json::from_str(include_str!("../../../schema/v1.json")).unwrap();
        let branches = document["$defs"]["ErrorCode"]["anyOf"].as_array().unwrap();
        let mut theirs: Vec<i64> = branches.iter().filter_map(|b| b["const"].as_i64()).collect();
        let mut ours: Vec<i64> = KNOWN.iter().map(|known| known.code).collect();
        theirs.sort_unstable();
        ours.sort_unstable();
        assert_eq!(ours, theirs);
    }

    #[test]
    fn the_reserved_range() {
        assert!(reserved(-32650) && reserved(-32768) && reserved(-32100));
        for free in [-32700, -32603, -32800, -32000, -32002, -32099, -32769, 1, 0] {
            assert!(!reserved(free), "{free}");
        }
    }
}
