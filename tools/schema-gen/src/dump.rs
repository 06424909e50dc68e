//! One protocol version of the schema crate as JSON Schema, exactly as the crate gives it.
//!
//! Knows the crate's routing types and the settings that its own generator uses; knows nothing of
//! what acp-scope does with the result. A cargo build holds one feature set, so this runs once per
//! set and `main` compares the outputs.

use serde_json::{Value, json};

/// Gives `{"$defs", "routes", "methods", "nullParams", "nullResults"}` for `version` under the features of this build.
pub fn dump(version: &str) -> Result<Value, String> {
    match version {
        "v1" => Ok(v1::dump()),
        #[cfg(feature = "v2")]
        "v2" => Ok(v2::dump()),
        other => Err(format!("{other}: not in this build")),
    }
}

macro_rules! version_module {
    ($module:ident) => {
        mod $module {
            use agent_client_protocol_schema::$module as acp;
            use schemars::JsonSchema;
            use serde_json::{Value, json};

            // The routing enums are inlined by the crate, so a struct that names each of them once
            // reaches every payload. Fields are never read: only their types matter.
            #[derive(JsonSchema)]
            #[allow(dead_code)]
            struct Roots {
                agent_request: acp::AgentRequest,
                agent_response: acp::AgentResponse,
                agent_notification: acp::AgentNotification,
                client_request: acp::ClientRequest,
                client_response: acp::ClientResponse,
                client_notification: acp::ClientNotification,
                protocol_level: acp::ProtocolLevelNotification,
                error: acp::Error,
                request_id: acp::RequestId,
                #[cfg(feature = "unstable")]
                proxy_request: acp::ProxyRequest,
                #[cfg(feature = "unstable")]
                proxy_response: acp::ProxyResponse,
                #[cfg(feature = "unstable")]
                proxy_notification: acp::ProxyNotification,
            }

            pub fn dump() -> Value {
                #[cfg(feature = "unstable")]
                let proxy = json!(acp::PROXY_METHOD_NAMES);
                #[cfg(not(feature = "unstable"))]
                let proxy = json!({});
                let root = super::schema::<Roots>();
                // Some payloads without required fields read from null, which their schema does not
                // say. Asking the decoder is the only way to know which.
                let names = |list: Value| -> Vec<String> {
                    list.as_object().into_iter().flatten().filter_map(|(_, name)| Some(name.as_str()?.to_owned())).collect()
                };
                let (agent, client) =
                    (names(json!(acp::AGENT_METHOD_NAMES)), names(json!(acp::CLIENT_METHOD_NAMES)));
                let null_params: Vec<_> = agent.iter().filter(|m| acp::ClientRequest::from_method_and_params(m, &Value::Null).is_ok())
                    .chain(client.iter().filter(|m| acp::AgentRequest::from_method_and_params(m, &Value::Null).is_ok())).collect();
                let null_results: Vec<_> = agent.iter().filter(|m| acp::AgentResponse::from_method_and_result(m, Value::Null).is_ok())
                    .chain(client.iter().filter(|m| acp::ClientResponse::from_method_and_result(m, Value::Null).is_ok())).collect();
                json!({
                    "nullParams": null_params,
                    "nullResults": null_results,
                    "methods": {
                        "agent": acp::AGENT_METHOD_NAMES,
                        "client": acp::CLIENT_METHOD_NAMES,
                        "protocol": acp::PROTOCOL_LEVEL_METHOD_NAMES,
                        "proxy": proxy,
                    },
                    "routes": super::routes(&root),
                    "$defs": root["$defs"],
                })
            }
        }
    };
}

version_module!(v1);
#[cfg(feature = "v2")]
version_module!(v2);

fn schema<T: schemars::JsonSchema>() -> Value {
    use schemars::generate::SchemaSettings;
    use schemars::transform::{RemoveRefSiblings, ReplaceBoolSchemas};

    let mut settings = SchemaSettings::draft2020_12();
    settings.untagged_enum_variant_titles = true;
    let mut no_bool_schemas = ReplaceBoolSchemas::default();
    no_bool_schemas.skip_additional_properties = true;
    settings
        .with_transform(RemoveRefSiblings::default())
        .with_transform(no_bool_schemas)
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// Which definitions each routing enum of `Roots` leads to: `{sender: {kind: [definition]}}`.
fn routes(root: &Value) -> Value {
    let mut routes = json!({});
    for (sender, kind, property) in [
        ("agent", "requests", "agent_request"),
        ("agent", "responses", "agent_response"),
        ("agent", "notifications", "agent_notification"),
        ("client", "requests", "client_request"),
        ("client", "responses", "client_response"),
        ("client", "notifications", "client_notification"),
        ("protocol", "notifications", "protocol_level"),
        ("proxy", "requests", "proxy_request"),
        ("proxy", "responses", "proxy_response"),
        ("proxy", "notifications", "proxy_notification"),
    ] {
        let names: Vec<&str> = root["properties"][property]["anyOf"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(reference)
            // Extension payloads are open by definition and belong to no method.
            .filter(|name| !name.starts_with("Ext"))
            .collect();
        routes[sender][kind] = json!(names);
    }
    routes
}

fn reference(branch: &Value) -> Option<&str> {
    let target = branch["$ref"].as_str().or_else(|| branch["allOf"][0]["$ref"].as_str());
    target?.strip_prefix("#/$defs/")
}
