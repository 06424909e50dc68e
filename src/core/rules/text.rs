//! What a text looks like: paths, times, addresses, secrets. Small questions that several rules ask.

use crate::core::tree::Value;

/// An absolute path: POSIX, a Windows drive with either slash, or UNC.
pub(super) fn is_absolute(path: &str) -> bool {
    let b = path.as_bytes();
    path.starts_with('/')
        || path.starts_with("\\\\")
        || (b.len() >= 3
            && b[0].is_ascii_alphabetic()
            && b[1] == b':'
            && matches!(b[2], b'/' | b'\\'))
}

/// Why a path is not absolute, if it is not.
pub(super) fn relative(path: &str) -> Option<String> {
    if is_absolute(path) {
        return None;
    }
    Some(match path {
        "" => "it is empty".to_owned(),
        _ if path.starts_with("file:") => format!("found the URI {}", quoted(path)),
        _ if path.starts_with('~') => format!("found {}, and nobody resolves ~", quoted(path)),
        _ => format!("found {}", quoted(path)),
    })
}

/// A text in quotes, cut if it is long.
pub(super) fn quoted(text: &str) -> String {
    let short: String = text.chars().take(60).collect();
    let dots = if short.len() < text.len() { "…" } else { "" };
    format!("{:?}", format!("{short}{dots}"))
}

/// Whether a path lies below a folder, by its parts.
pub(super) fn is_below(path: &str, folder: &str) -> bool {
    let parts = |p: &str| -> Vec<String> {
        p.split(['/', '\\']).filter(|s| !s.is_empty() && *s != ".").map(str::to_lowercase).collect()
    };
    let (path, folder) = (parts(path), parts(folder));
    !path.iter().any(|p| p == "..") && path.len() >= folder.len() && path[..folder.len()] == folder
}

/// The same folder, but for slashes at the end and letter case.
pub(super) fn same_folder(a: &str, b: &str) -> bool {
    is_below(a, b) && is_below(b, a)
}

/// A date, or a date and time, of ISO 8601.
pub(super) fn is_iso8601(text: &str) -> bool {
    let b = text.as_bytes();
    let digits =
        |from: usize, to: usize| b.len() >= to && b[from..to].iter().all(u8::is_ascii_digit);
    if !(digits(0, 4) && b.get(4) == Some(&b'-') && digits(5, 7)) {
        return false;
    }
    if !(b.get(7) == Some(&b'-') && digits(8, 10)) {
        return false;
    }
    match b.get(10) {
        None => true,
        Some(b'T' | b't' | b' ') => {
            digits(11, 13)
                && b.get(13) == Some(&b':')
                && digits(14, 16)
                && b[16..].iter().all(|c| c.is_ascii_digit() || b":.,+-Zz".contains(c))
        }
        Some(_) => false,
    }
}

/// Why a text is not standard base64 with padding.
pub(super) fn base64_fault(text: &str) -> Option<&'static str> {
    if text.starts_with("data:") {
        return Some("it is a data: URL; only what stands behind its comma belongs here");
    }
    let bytes = text.as_bytes();
    let body = text.trim_end_matches('=');
    if bytes.len() - body.len() > 2 {
        return Some("it ends in too many padding characters");
    }
    if !body.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/')) {
        return Some(if body.bytes().any(|b| matches!(b, b'-' | b'_')) {
            "it uses the URL alphabet with - and _"
        } else {
            "it holds characters that base64 does not have"
        });
    }
    if body.len() % 4 == 1 {
        return Some("its length fits no number of bytes");
    }
    (!bytes.len().is_multiple_of(4)).then_some("its padding is missing")
}

/// The scheme and the host with user info of an absolute address.
pub(super) fn address(text: &str) -> Option<(&str, &str)> {
    let (scheme, rest) = text.split_once("://")?;
    let first = scheme.bytes().next()?;
    let fits = |b: u8| b.is_ascii_alphanumeric() || b"+-.".contains(&b);
    if !first.is_ascii_alphabetic() || !scheme.bytes().all(fits) {
        return None;
    }
    let host = rest.split(['/', '?', '#']).next().unwrap_or("");
    let bare = host.rsplit('@').next().unwrap_or("");
    (!bare.is_empty() && !text.contains([' ', '\n', '\t', '<', '>'])).then_some((scheme, host))
}

/// A host of this machine.
pub(super) fn is_loopback(host: &str) -> bool {
    let host = host.rsplit('@').next().unwrap_or(host);
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or(""),
        None => host.split(':').next().unwrap_or(""),
    };
    name == "localhost" || name.ends_with(".localhost") || name == "::1" || name.starts_with("127.")
}

/// A text that looks like a credential of a well-known kind, or stands where one was before the recording was
/// redacted.
pub(in crate::core) fn secret(text: &str) -> Option<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    text.split(|c: char| !is_part(c)).find(|word| {
        let long = |prefix: &str, least: usize| {
            word.strip_prefix(prefix).is_some_and(|rest| rest.len() >= least)
        };
        long("sk-", 16)
            || long("ghp_", 30)
            || long("gho_", 30)
            || long("ghs_", 30)
            || long("github_pat_", 30)
            || long("glpat-", 16)
            || long("xoxb-", 16)
            || long("xoxp-", 16)
            || (word.len() == 20
                && word.starts_with("AKIA")
                && word.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit()))
            || (long("eyJ", 40) && word.matches('.').count() == 2)
            || long("AIza", 30)
            || long("REDACTED-token-", 1)
    })
}

/// A name that stands for a secret.
pub(super) fn names_secret(name: &str) -> bool {
    let plain: String =
        name.to_lowercase().chars().map(|c| if matches!(c, '_' | '-') { ' ' } else { c }).collect();
    let joined = plain.replace(' ', "");
    [
        "password",
        "passwd",
        "passphrase",
        "apikey",
        "secret",
        "accesstoken",
        "authtoken",
        "bearertoken",
        "privatekey",
        "creditcard",
        "cardnumber",
        "credential",
    ]
    .iter()
    .any(|word| joined.contains(word))
        || plain.split_whitespace().any(|word| matches!(word, "token" | "pin" | "cvv" | "otp"))
}

/// The values of a select option, flat or in groups.
pub(super) fn choices<'v>(values: &'v [Value<'_>]) -> Vec<&'v str> {
    let mut out = Vec::new();
    for entry in values {
        let inner = entry.get("options").and_then(Value::as_array);
        match inner {
            Some(group) => out.extend(group.iter().filter_map(|v| v.get("value")?.as_str())),
            None => out.extend(entry.get("value").and_then(Value::as_str)),
        }
    }
    out
}

/// What a complaint of an error is about.
pub(super) fn says_not_found(text: &str) -> bool {
    [
        "not found",
        "unknown session",
        "no such session",
        "does not exist",
        "doesn't exist",
        "no session",
    ]
    .iter()
    .any(|words| text.contains(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths() {
        for good in ["/", "/w/a", "C:\\x", "c:/x", "\\\\server\\share"] {
            assert!(is_absolute(good), "{good}");
        }
        for bad in ["", ".", "~", "~/x", "a/b", "C:", "C:x", "file:///w/a"] {
            assert!(!is_absolute(bad), "{bad}");
        }
        assert!(is_below("/w/a/b", "/w/"));
        assert!(!is_below("/work", "/w"));
        assert!(!is_below("/w/../etc", "/w"));
        assert!(same_folder("/w/", "/w") && !same_folder("/w", "/w/a"));
    }

    #[test]
    fn times() {
        for good in ["2026-11-30", "2026-11-30T10:00:00Z", "2026-11-30T10:00:00.123+01:00"] {
            assert!(is_iso8601(good), "{good}");
        }
        for bad in ["yesterday", "30.11.2026", "2026-11", "1764460800"] {
            assert!(!is_iso8601(bad), "{bad}");
        }
    }

    #[test]
    fn base64() {
        assert_eq!(base64_fault("iVBORw0KGgo="), None);
        assert_eq!(base64_fault(""), None);
        assert_eq!(base64_fault("QUI"), Some("its padding is missing"));
        assert!(base64_fault("a b=").is_some() && base64_fault("data:x").is_some());
    }

    #[test]
    fn addresses_and_secrets() {
        assert_eq!(address("https://u:p@x.example/go"), Some(("https", "u:p@x.example")));
        assert_eq!(address("not a url"), None);
        assert!(is_loopback("127.0.0.1:80") && is_loopback("[::1]:8") && !is_loopback("x.example"));
        assert!(secret("Your token is ghp_0123456789abcdefghijklmnopqrstuvwxyz").is_some());
        assert!(secret("sk-proj-AAAAAAAAAAAAAAAAAAAAAAAA").is_some());
        assert!(secret("a task-list of some length, sk- and more").is_none());
        assert!(
            names_secret("API key") && names_secret("github_token") && !names_secret("tokens left")
        );
    }
}
