//! Near names: what was probably meant by a name that nobody knows.
//!
//! Only spelling counts, never meaning; a name far from all known ones gets no suggestion.

/// The candidate that `name` most probably stands for, if one is near enough.
///
/// Letter case, `_`, `-` and spaces do not count (`tool_call_id`, `agentMessageChunk`). Beyond that one
/// slip is allowed in a name of four letters or more, two in one of eight or more; or the name is the
/// beginning of just one candidate (`warn`, `cancel`).
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let name = fold(name);
    let allowed = match name.len() {
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    };
    let mut best: Option<(usize, &str)> = None;
    let mut longer = Vec::new();
    for candidate in candidates {
        let other = fold(candidate);
        if allowed > 0 && other.starts_with(&name) {
            longer.push(candidate);
        }
        let far = if name == other {
            0
        } else if other.len().abs_diff(name.len()) > allowed {
            continue;
        } else {
            distance(&name, &other)
        };
        if far <= allowed && best.is_none_or(|(least, _)| far < least) {
            best = Some((far, candidate));
        }
    }
    match (best, &longer[..]) {
        (Some((_, candidate)), _) => Some(candidate),
        (None, [only]) => Some(only),
        _ => None,
    }
}

/// Whether `name` is `wanted` written otherwise, or cut to its last words: `id` for `planId`.
pub(super) fn stands_for(name: &str, wanted: &str) -> bool {
    if nearest(name, [wanted]).is_some() {
        return true;
    }
    let (short, long) = (fold(name), fold(wanted));
    !short.is_empty()
        && long.ends_with(&short)
        && wanted
            .len()
            .checked_sub(short.len())
            .and_then(|at| wanted.as_bytes().get(at))
            .is_some_and(u8::is_ascii_uppercase)
}

/// Long names cannot be near a known one and are not worth the work of a hostile frame.
const LONGEST: usize = 64;

fn fold(name: &str) -> Vec<u8> {
    name.bytes()
        .take(LONGEST)
        .filter(|b| !matches!(b, b'_' | b'-' | b' '))
        .map(|b| b.to_ascii_lowercase())
        .collect()
}

/// Optimal string alignment: insert, delete, replace, or swap two neighbours.
fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut rows = [vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<_>>(), vec![0; b.len() + 1]];
    for (i, x) in a.iter().enumerate() {
        let [before, above, row] = &mut rows;
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let mut least = (above[j] + usize::from(x != y)).min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            row[j + 1] = least;
        }
        rows.rotate_left(1);
    }
    rows[1][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_other_spellings_and_slips() {
        let names = ["sessionId", "toolCallId", "rawInput", "type", "tool_call_update"];
        for (name, meant) in [
            ("session_id", Some("sessionId")),
            ("sessionid", Some("sessionId")),
            ("toolcall-id", Some("toolCallId")),
            ("rawInptu", Some("rawInput")),
            ("tool_call_updated", Some("tool_call_update")),
            ("tpye", Some("type")),
            ("tool", None),
            ("sess", Some("sessionId")),
            ("typ", None),
            ("temperature", None),
            ("", None),
        ] {
            assert_eq!(nearest(name, names), meant, "{name}");
        }
    }

    #[test]
    fn a_cut_name_stands_for_the_whole() {
        assert!(stands_for("id", "planId"));
        assert!(stands_for("modeId", "currentModeId"));
        assert!(stands_for("plan_id", "planId"));
        assert!(!stands_for("ext", "text"));
        assert!(!stands_for("", "text"));
        assert!(!stands_for("longerThanThat", "id"));
    }
}
