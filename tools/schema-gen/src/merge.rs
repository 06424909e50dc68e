//! Stable and complete set compared: which nodes does only the complete one have?
//!
//! Knows the handful of ways in which a cargo feature changes the schema; anything else is an
//! error, so that an upgrade of the crate cannot slip through half understood.

use serde_json::{Map, Value};

const MARK: &str = "x-unstable";

/// The complete definitions, with the mark on the outermost node of each draft part.
pub fn mark_unstable(stable: &Value, complete: &Value) -> Result<Value, String> {
    let mut out = complete.clone();
    let (Some(defs), Some(stable)) = (out.as_object_mut(), stable.as_object()) else {
        return Err("no $defs".to_owned());
    };
    for name in stable.keys() {
        if !defs.contains_key(name) {
            return Err(format!("{name} is stable, but not in the complete set"));
        }
    }
    for (name, def) in defs.iter_mut() {
        match stable.get(name) {
            None => mark(def, name)?,
            Some(old) => compare(old, def, name)?,
        }
    }
    for (name, def) in defs.iter() {
        check_notes(def, name, false, false)?;
    }
    Ok(out)
}

fn mark(node: &mut Value, at: &str) -> Result<(), String> {
    let object = node.as_object_mut().ok_or_else(|| format!("{at}: not an object"))?;
    object.insert(MARK.to_owned(), Value::Bool(true));
    Ok(())
}

fn compare(old: &Value, new: &mut Value, at: &str) -> Result<(), String> {
    let (Some(old), Some(new)) = (old.as_object(), new.as_object_mut()) else {
        return if old == new { Ok(()) } else { Err(format!("{at}: {old} became {new}")) };
    };
    for key in old.keys() {
        if !new.contains_key(key) {
            return Err(format!("{at}: the complete set has no {key}"));
        }
    }
    for (key, value) in new.iter_mut() {
        let at = format!("{at}/{key}");
        match key.as_str() {
            // Prose, a default that lists more fields, and the list of tags that an open union's
            // last branch excludes: they follow from the added nodes, which are marked themselves.
            "description" | "default" | "not" => {}
            "properties" => compare_properties(old.get(key), value, &at)?,
            "anyOf" | "oneOf" => compare_branches(old.get(key), value, &at)?,
            "items" | "additionalProperties" => match old.get(key) {
                Some(old) => compare(old, value, &at)?,
                None => return Err(format!("{at}: only in the complete set")),
            },
            _ if old.get(key) == Some(value) => {}
            _ => return Err(format!("{at}: {:?} became {value}", old.get(key))),
        }
    }
    Ok(())
}

fn compare_properties(old: Option<&Value>, new: &mut Value, at: &str) -> Result<(), String> {
    let empty = Map::new();
    let old = old.and_then(Value::as_object).unwrap_or(&empty);
    let new = new.as_object_mut().ok_or_else(|| format!("{at}: not an object"))?;
    if let Some(lost) = old.keys().find(|name| !new.contains_key(*name)) {
        return Err(format!("{at}/{lost}: only in the stable set"));
    }
    for (name, value) in new.iter_mut() {
        let at = format!("{at}/{name}");
        match old.get(name) {
            Some(old) => compare(old, value, &at)?,
            None => mark(value, &at)?,
        }
    }
    Ok(())
}

/// Branches are matched by what tells them apart, since draft ones stand in between.
fn compare_branches(old: Option<&Value>, new: &mut Value, at: &str) -> Result<(), String> {
    let old = old.and_then(Value::as_array).ok_or_else(|| format!("{at}: new union"))?;
    let new = new.as_array_mut().ok_or_else(|| format!("{at}: not a list"))?;
    let mut matched = 0;
    for (i, branch) in new.iter_mut().enumerate() {
        let at = format!("{at}/{i}");
        let key = branch_key(branch);
        match old.iter().find(|old| branch_key(old) == key) {
            Some(old) => {
                matched += 1;
                compare(old, branch, &at)?;
            }
            None => mark(branch, &at)?,
        }
    }
    if matched == old.len() { Ok(()) } else { Err(format!("{at}: a stable branch is gone")) }
}

fn branch_key(branch: &Value) -> String {
    let tag = branch["properties"].as_object().and_then(|properties| {
        properties.iter().find_map(|(name, p)| Some(format!("{name}={}", p.get("const")?)))
    });
    tag.unwrap_or_else(|| {
        format!("{} {} {} {}", branch["const"], branch["title"], branch["$ref"], branch["type"])
    })
}

/// The crate writes `**UNSTABLE**` into the text of a draft item or of the item around it. A mark
/// without a note, or a note without a mark, means that one of the two is wrong.
fn check_notes(
    node: &Value,
    at: &str,
    marked_above: bool,
    noted_above: bool,
) -> Result<(), String> {
    let Some(object) = node.as_object() else { return Ok(()) };
    let marked = object.contains_key(MARK);
    let noted = object
        .get("description")
        .and_then(Value::as_str)
        .is_some_and(|text| text.contains("**UNSTABLE**"));
    if marked && !noted && !noted_above {
        return Err(format!("{at}: only in the complete set, but no note says unstable"));
    }
    if noted && !marked && !marked_above {
        return Err(format!("{at}: noted as unstable, but the stable set has it"));
    }
    let (marked, noted) = (marked || marked_above, noted || noted_above);
    for (key, value) in object {
        let at = format!("{at}/{key}");
        match (key.as_str(), value) {
            ("properties", Value::Object(properties)) => {
                for (name, property) in properties {
                    check_notes(property, &format!("{at}/{name}"), marked, noted)?;
                }
            }
            ("anyOf" | "oneOf" | "allOf", Value::Array(branches)) => {
                for (i, branch) in branches.iter().enumerate() {
                    check_notes(branch, &format!("{at}/{i}"), marked, noted)?;
                }
            }
            ("items" | "additionalProperties", value) => check_notes(value, &at, marked, noted)?,
            _ => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn marked(stable: Value, complete: Value) -> Result<Value, String> {
        mark_unstable(&json!({"A": stable}), &json!({"A": complete}))
    }

    #[test]
    fn an_added_field_and_an_added_branch_are_marked() {
        let stable = json!({"properties": {"x": {"type": "string"}},
            "anyOf": [{"const": "a"}, {"title": "other"}]});
        let complete = json!({
            "properties": {"x": {"type": "string"}, "y": {"description": "**UNSTABLE** y"}},
            "anyOf": [{"const": "a"}, {"const": "b", "description": "**UNSTABLE**"}, {"title": "other"}],
        });
        let out = marked(stable, complete).unwrap();
        assert_eq!(out["A"]["properties"]["y"]["x-unstable"], true);
        assert_eq!(out["A"]["anyOf"][1]["x-unstable"], true);
        assert_eq!(out.to_string().matches("x-unstable").count(), 2);
    }

    #[test]
    fn a_difference_that_is_not_understood_stops_the_work() {
        for (stable, complete) in [
            (json!({"type": "string"}), json!({"type": "integer"})),
            (json!({"required": ["x"]}), json!({"required": ["x", "y"]})),
            (json!({"properties": {"x": {}}}), json!({"properties": {}})),
            (json!({"anyOf": [{"const": "a"}]}), json!({"anyOf": [{"const": "b"}]})),
        ] {
            assert!(marked(stable.clone(), complete.clone()).is_err(), "{stable} {complete}");
        }
    }

    #[test]
    fn notes_and_marks_must_agree() {
        let field = |note: &str| json!({"properties": {"y": {"description": note}}});
        let error = marked(json!({"properties": {}}), field("plain")).unwrap_err();
        assert!(error.contains("no note"), "{error}");
        let error = marked(field("old"), field("**UNSTABLE**")).unwrap_err();
        assert!(error.contains("the stable set has it"), "{error}");
    }
}
