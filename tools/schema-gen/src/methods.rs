//! The method table: who sends what, as request or notification, with which definitions.
//!
//! Read from the crate's routing enums, because a definition's own `x-side` names one side even
//! where both may send the method.

use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Rows `{name, sender, kind, params, result?, nullParams?, nullResult?, unstable?}`, sorted; one
/// row for each way in which a method may be sent. The null marks tell that the official decoder
/// reads null like `{}`. Fails when a name of the crate's own lists has no row.
pub fn table(complete: &Value, defs: &Value) -> Result<Vec<Value>, String> {
    let routes = &complete["routes"];
    let mut rows = BTreeMap::new();
    for (sender, answers) in
        [("agent", "client"), ("client", "agent"), ("protocol", "protocol"), ("proxy", "proxy")]
    {
        for (kind, list) in [("request", "requests"), ("notification", "notifications")] {
            for params in names(&routes[sender][list]) {
                let method = method_of(defs, params)?;
                let result = names(&routes[answers]["responses"])
                    .find(|result| defs[*result]["x-method"] == *method);
                if kind == "request" && result.is_none() {
                    return Err(format!("{method}: no response definition"));
                }
                let sender = if matches!(sender, "protocol" | "proxy") { "both" } else { sender };
                let mut row =
                    json!({"name": method, "sender": sender, "kind": kind, "params": params});
                if kind == "request" {
                    row["result"] = json!(result);
                }
                for (key, list) in [("nullParams", "nullParams"), ("nullResult", "nullResults")] {
                    if kind == "request" && names(&complete[list]).any(|name| name == method) {
                        row[key] = json!(true);
                    }
                }
                if defs[params]["x-unstable"] == true {
                    row["unstable"] = json!(true);
                }
                rows.insert((method.to_owned(), sender, kind), row);
            }
        }
    }
    for (side, list) in complete["methods"].as_object().into_iter().flatten() {
        for name in list.as_object().into_iter().flatten().filter_map(|(_, name)| name.as_str()) {
            // The lists name who handles a method, the rows who sends it.
            let sender = match side.as_str() {
                "agent" => "client",
                "client" => "agent",
                _ => "both",
            };
            if !rows.keys().any(|(method, by, _)| method == name && *by == sender) {
                return Err(format!("{name}: handled by {side}, but not in the table"));
            }
        }
    }
    Ok(rows.into_values().collect())
}

fn names(list: &Value) -> impl Iterator<Item = &str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str)
}

fn method_of<'a>(defs: &'a Value, def: &str) -> Result<&'a str, String> {
    defs[def]["x-method"].as_str().ok_or_else(|| format!("{def}: no x-method"))
}
