//! What secrets look like: in any text, by their own form or by what stands before them.

use std::ops::Range;
use std::sync::OnceLock;

use regex::{Regex, RegexSet};

use super::Kind;

/// Forms, each with the kind of what its first group holds.
const SHAPES: &[(Kind, &str)] = &[
    (
        Kind::Key,
        r"(-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----(?:(?s:.*?)-----END [A-Z0-9 ]*PRIVATE KEY-----|(?s:.*)))",
    ),
    (Kind::Token, r"\b(sk-[A-Za-z0-9_-]{16,})"),
    (Kind::Token, r"\b((?:gh[pousr]_|github_pat_)[A-Za-z0-9_]{20,})"),
    (Kind::Token, r"\b(glpat-[A-Za-z0-9_-]{16,})"),
    (Kind::Token, r"\b((?:AKIA|ASIA)[0-9A-Z]{16})\b"),
    (Kind::Token, r"\b(AIza[0-9A-Za-z_-]{30,})"),
    (Kind::Token, r"\b(ya29\.[0-9A-Za-z_-]{20,})"),
    (Kind::Token, r"\b(xox[abeoprs]-[A-Za-z0-9-]{10,})"),
    (Kind::Token, r"\b((?:npm|hf|pypi|dop_v1|r8)_[A-Za-z0-9]{30,})"),
    (Kind::Token, r"\b((?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{16,})"),
    (Kind::Token, r"\b(eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)"),
    (Kind::Token, r"\b(?i:bearer|basic)\s+([A-Za-z0-9._~+/=-]{12,})"),
    // A name and a password before a host.
    (Kind::Login, r#"\b[A-Za-z][A-Za-z0-9+.-]*://([^\s/?#"'<>@:]*:[^\s/?#"'<>@]+)@"#),
    (Kind::Login, r#"\b(?i:https?)://([^\s/?#"'<>@:]{16,})@"#),
    (
        Kind::Secret,
        r#"[?&](?i:access_token|api_?key|apikey|auth|key|password|secret|sig|signature|token)=([^\s&#"'<>\\]{6,})"#,
    ),
    // A header as it is written in a file, a log or on a command line.
    (
        Kind::Header,
        r#"\b(?i:authorization|proxy-authorization|x-api-key|api-key|x-auth-token|x-goog-api-key)\\*["']?\s*[:=]\s*\\*["']?(?:(?i:bearer|basic|token)\s+)?([^\s"'\\,;]{6,})"#,
    ),
    (Kind::Header, r#"\b(?i:cookie|set-cookie)\s*:\s*([^\r\n"'\\]{6,})"#),
    (
        Kind::Secret,
        r#"\b[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS)=["']?([^\s"'&;|\\$()]{6,})"#,
    ),
    (
        Kind::Secret,
        r#"(?i:api[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token|client[_-]?secret|password|passwd|private[_-]?key)\\*["']?\s*[:=]\s*\\*["']([^\s"'\\]{6,})"#,
    ),
    (
        Kind::Secret,
        r#"--(?i:[a-z-]*(?:api-?key|token|secret|password))(?:=|\s+)["']?([^\s"'\\-][^\s"'\\]{5,})"#,
    ),
    // Folders of people, also as some agents write them in names of files.
    (Kind::User, r#"(?:/home/|/Users/|-home-|-Users-)([A-Za-z_][A-Za-z0-9._]*)"#),
    (Kind::User, r"(?i:[a-z]:(?:\\+|/)Users(?:\\+|/))([^\\/:*?<>|\x22\s]+)"),
];

struct Shapes {
    any: RegexSet,
    each: Vec<(Kind, Regex)>,
}

fn shapes() -> Option<&'static Shapes> {
    static SHAPES_READY: OnceLock<Option<Shapes>> = OnceLock::new();
    let made = || {
        let any = RegexSet::new(SHAPES.iter().map(|(_, shape)| shape)).ok()?;
        let each = SHAPES.iter().map(|(kind, shape)| Some((*kind, Regex::new(shape).ok()?)));
        Some(Shapes { any, each: each.collect::<Option<_>>()? })
    };
    SHAPES_READY.get_or_init(made).as_ref()
}

/// Everything in a text that has the form of a secret.
pub(super) fn found(text: &str) -> Vec<(Range<usize>, Kind)> {
    // Nothing shorter holds one.
    if text.len() < 8 {
        return Vec::new();
    }
    let Some(shapes) = shapes() else { return Vec::new() };
    let mut out = Vec::new();
    for number in shapes.any.matches(text) {
        let (kind, shape) = &shapes.each[number];
        for groups in shape.captures_iter(text) {
            if let Some(group) = groups.get(1) {
                out.push((group.range(), *kind));
            }
        }
    }
    out
}

/// Whether a member, a header, a variable or a flag of this name holds a secret.
pub(super) fn is_secret_name(name: &str) -> bool {
    const WHOLE: &[&str] = &[
        "auth",
        "authorization",
        "bearer",
        "cookie",
        "credential",
        "credentials",
        "jwt",
        "passphrase",
        "passwd",
        "proxyauthorization",
        "pwd",
        "setcookie",
    ];
    const ENDS: &[&str] = &[
        "accesskey",
        "apikey",
        "authkey",
        "password",
        "privatekey",
        "proxykey",
        "secret",
        "secretkey",
        "signingkey",
        "subscriptionkey",
        "token",
    ];
    // Tokens that open nothing.
    const NOT: &[&str] = &["progresstoken", "nextpagetoken", "pagetoken", "cancellationtoken"];
    if name.len() > 64 {
        return false;
    }
    let plain: String =
        name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    !NOT.contains(&plain.as_str())
        && (WHOLE.contains(&plain.as_str()) || ENDS.iter().any(|end| plain.ends_with(end)))
}

/// The part of a header's value that is the secret: not the word before it that says how it is used.
pub(super) fn without_scheme(value: &str) -> Range<usize> {
    let first = value.split_whitespace().next().unwrap_or_default();
    let known = ["bearer", "basic", "token", "digest", "apikey"];
    let rest = &value[first.len()..];
    if rest.trim().is_empty() || !known.contains(&first.to_ascii_lowercase().as_str()) {
        return 0..value.len();
    }
    value.len() - rest.trim_start().len()..value.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shape_compiles() {
        assert!(shapes().is_some());
    }

    #[test]
    fn secrets_are_found_by_their_form() {
        let pem = "-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----";
        let cut = "-----BEGIN PRIVATE KEY-----\nMIIE and all the rest";
        for (text, secret) in [
            ("use sk-proj-0123456789abcdefghij now", "sk-proj-0123456789abcdefghij"),
            (
                "ghp_0123456789abcdefghijABCDEFGHIJ012345",
                "ghp_0123456789abcdefghijABCDEFGHIJ012345",
            ),
            ("id=AKIAIOSFODNN7EXAMPLE,", "AKIAIOSFODNN7EXAMPLE"),
            (
                "t eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.sig_-1",
                "eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.sig_-1",
            ),
            ("curl -H 'Authorization: Bearer abcdef1234567890'", "abcdef1234567890"),
            ("git clone https://me:pa55word@host/x", "me:pa55word"),
            ("https://ghtokenghtoken12345@host/x", "ghtokenghtoken12345"),
            ("GET /x?a=1&api_key=zzzzzzzz&b=2", "zzzzzzzz"),
            ("export MY_API_KEY=hunter2hunter2", "hunter2hunter2"),
            (r#"{\"api_key\": \"hunter2hunter2\"}"#, "hunter2hunter2"),
            ("agent --auth-token hunter2hunter2 -v", "hunter2hunter2"),
            ("Cookie: a=b; c=d", "a=b; c=d"),
            ("in /home/alice/src", "alice"),
            (r"C:\Users\Alice\src", "Alice"),
            ("/x/-Users-alice-src", "alice"),
            (pem, pem),
            (cut, cut),
        ] {
            let all = found(text);
            assert!(all.iter().any(|(r, _)| &text[r.clone()] == secret), "{text}: {all:?}");
        }
    }

    #[test]
    fn what_only_looks_like_one_is_left() {
        for text in [
            "the sk-learn library",
            "Bearer of bad news",
            "maxTokens: 4096",
            "https://example.com/a:b@c",
            "token = next(tokens)",
            "if (password == null) return;",
            "AKIAIOSFODNN7EXAMPLEANDMORE",
            "mailto:someone@example.com",
        ] {
            assert_eq!(found(text), [], "{text}");
        }
    }

    #[test]
    fn names_tell() {
        for name in
            ["apiKey", "X-API-Key", "ANTHROPIC_API_KEY", "accessToken", "Authorization", "token"]
        {
            assert!(is_secret_name(name), "{name}");
        }
        for name in ["progressToken", "maxTokens", "key", "sessionId", "author", "tokens"] {
            assert!(!is_secret_name(name), "{name}");
        }
        assert_eq!(without_scheme("Bearer abc"), 7..10);
        assert_eq!(without_scheme("Bearer"), 0..6);
        assert_eq!(without_scheme("a b"), 0..3);
    }
}
