//! Who is talking: what client and agent say of themselves in `initialize`.

use serde_json::Value;

use super::message;

/// What a program says of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Peer {
    /// `name`, for programs.
    pub name: Option<String>,
    /// `title`, for people.
    pub title: Option<String>,
    /// `version`, as it was sent.
    pub version: Option<String>,
}

impl Peer {
    /// The name for people, or else the one for programs.
    #[must_use]
    pub fn shown(&self) -> Option<&str> {
        self.title.as_deref().or(self.name.as_deref())
    }

    /// Nothing is known.
    #[must_use]
    pub fn is_unknown(&self) -> bool {
        *self == Peer::default()
    }

    fn from_json(info: Option<&Value>) -> Peer {
        let text = |key: &str| {
            let value = info?.get(key)?.as_str()?;
            (!value.is_empty()).then(|| value.to_owned())
        };
        Peer { name: text("name"), title: text("title"), version: text("version") }
    }
}

/// The client, from the request `initialize`.
#[must_use]
pub fn client(request: &[u8]) -> Peer {
    let frame = message::value(request).unwrap_or_default();
    Peer::from_json(frame.pointer("/params/clientInfo"))
}

/// The agent and the protocol version that it chose (as JSON), from the response to `initialize`.
#[must_use]
pub fn agent(response: &[u8]) -> (Peer, Option<String>) {
    let frame = message::value(response).unwrap_or_default();
    let version = frame.pointer("/result/protocolVersion").map(ToString::to_string);
    (Peer::from_json(frame.pointer("/result/agentInfo")), version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn peers_are_read_as_far_as_they_are_told() {
        let c =
            client(br#"{"params":{"clientInfo":{"name":"zed","title":"Zed","version":"1.5"}}}"#);
        assert_eq!((c.shown(), c.version.as_deref()), (Some("Zed"), Some("1.5")));
        let (a, v) =
            agent(br#"{"result":{"protocolVersion":1,"agentInfo":{"name":"x","title":3}}}"#);
        assert_eq!((a.shown(), v.as_deref()), (Some("x"), Some("1")));
        for odd in [&b"{}"[..], b"", b"[1]", br#"{"params":{"clientInfo":7}}"#] {
            assert!(client(odd).is_unknown());
            assert!(agent(odd).0.is_unknown());
        }
    }
}
