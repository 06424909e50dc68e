//! Generated from the folders beside: `UPDATE=1 cargo test --test rules`.

use super::Rule;

#[path = "auth"]
mod auth {
    pub(super) mod authenticate_shape;
    pub(super) mod method_shape;
    pub(super) mod status_shape;
    pub(super) mod terminal_command;
}

#[path = "cancellation"]
mod cancellation {
    pub(super) mod cancel_request_shape;
    pub(super) mod cancel_shape;
}

#[path = "commands"]
mod commands {
    pub(super) mod shape;
}

#[path = "compaction"]
mod compaction {
    pub(super) mod shape;
    pub(super) mod status;
}

#[path = "config_options"]
mod config_options {
    pub(super) mod category;
    pub(super) mod no_current_value;
    pub(super) mod option_shape;
    pub(super) mod query_shape;
    pub(super) mod set_shape;
}

#[path = "content"]
mod content {
    pub(super) mod block_shape;
}

#[path = "elicitation"]
mod elicitation {
    pub(super) mod action_name;
    pub(super) mod answer_shape;
    pub(super) mod complete_shape;
    pub(super) mod mode_missing;
    pub(super) mod mode_name;
    pub(super) mod property_type;
    pub(super) mod request_shape;
    pub(super) mod schema_shape;
    pub(super) mod string_format;
}

#[path = "extensibility"]
mod extensibility {
    pub(super) mod meta_type;
    pub(super) mod outdated_name;
    pub(super) mod unknown_field;
    pub(super) mod unknown_value;
}

#[path = "fs"]
mod fs {
    pub(super) mod shape;
}

#[path = "initialize"]
mod initialize {
    pub(super) mod capability_shape;
    pub(super) mod custom_capability;
    pub(super) mod handshake_shape;
}

#[path = "json_rpc"]
mod json_rpc {
    pub(super) mod answered_twice;
    pub(super) mod batch;
    pub(super) mod empty_batch;
    pub(super) mod error_shape;
    pub(super) mod fragile_json;
    pub(super) mod id_fractional;
    pub(super) mod id_in_use;
    pub(super) mod id_null;
    pub(super) mod id_type;
    pub(super) mod invalid_params_code;
    pub(super) mod invalid_request_code;
    pub(super) mod long_error_message;
    pub(super) mod method_not_found_code;
    pub(super) mod method_type;
    pub(super) mod name_misspelt;
    pub(super) mod no_message;
    pub(super) mod notification_answered;
    pub(super) mod notification_with_id;
    pub(super) mod params_by_position;
    pub(super) mod params_shape;
    pub(super) mod params_type;
    pub(super) mod parse_error_code;
    pub(super) mod request_without_id;
    pub(super) mod reserved_error_code;
    pub(super) mod reserved_name;
    pub(super) mod response_unasked;
    pub(super) mod result_and_error;
    pub(super) mod result_shape;
    pub(super) mod unanswered_request;
    pub(super) mod version;
    pub(super) mod wrong_direction;
}

#[path = "mcp_over_acp"]
mod mcp_over_acp {
    pub(super) mod shape;
}

#[path = "modes"]
mod modes {
    pub(super) mod set_mode_shape;
    pub(super) mod state_shape;
    pub(super) mod update_field;
}

#[path = "notices"]
mod notices {
    pub(super) mod empty_title;
    pub(super) mod severity;
    pub(super) mod shape;
}

#[path = "permission"]
mod permission {
    pub(super) mod answer_shape;
    pub(super) mod option_kind;
    pub(super) mod request_shape;
}

#[path = "plan"]
mod plan {
    pub(super) mod entry_shape;
    pub(super) mod shape;
}

#[path = "prompt_suggestions"]
mod prompt_suggestions {
    pub(super) mod shape;
}

#[path = "prompt_turn"]
mod prompt_turn {
    pub(super) mod chunk_shape;
    pub(super) mod prompt_message_id;
    pub(super) mod prompt_shape;
    pub(super) mod stop_reason;
    pub(super) mod unknown_update;
    pub(super) mod update_shape;
    pub(super) mod usage_shape;
}

#[path = "providers"]
mod providers {
    pub(super) mod shape;
}

#[path = "session_cursors"]
mod session_cursors {
    pub(super) mod shape;
}

#[path = "session_fork"]
mod session_fork {
    pub(super) mod shape;
}

#[path = "session_list"]
mod session_list {
    pub(super) mod cursor_shape;
    pub(super) mod delete_shape;
    pub(super) mod entry_shape;
    pub(super) mod info_update_fields;
    pub(super) mod info_update_shape;
    pub(super) mod list_shape;
    pub(super) mod sessions_missing;
    pub(super) mod set_title_shape;
    pub(super) mod status_shape;
}

#[path = "session_messages"]
mod session_messages {
    pub(super) mod chunk_participants;
    pub(super) mod shape;
}

#[path = "session_setup"]
mod session_setup {
    pub(super) mod close_shape;
    pub(super) mod load_shape;
    pub(super) mod mcp_server_shape;
    pub(super) mod new_shape;
    pub(super) mod resume_shape;
}

#[path = "subagents"]
mod subagents {
    pub(super) mod shape;
    pub(super) mod state_name;
    pub(super) mod state_shape;
}

#[path = "terminals"]
mod terminals {
    pub(super) mod shape;
}

#[path = "tool_calls"]
mod tool_calls {
    pub(super) mod content_shape;
    pub(super) mod kind;
    pub(super) mod location_shape;
    pub(super) mod shape;
    pub(super) mod status;
}

#[path = "transport"]
mod transport {
    pub(super) mod another_protocol;
    pub(super) mod blank_line;
    pub(super) mod message_over_several_lines;
    pub(super) mod not_a_message;
    pub(super) mod not_utf8;
}

#[path = "usage"]
mod usage {
    pub(super) mod shape;
}

/// All rules, by group and name.
pub static RULES: &[&Rule] = &[
    &auth::authenticate_shape::RULE,
    &auth::method_shape::RULE,
    &auth::status_shape::RULE,
    &auth::terminal_command::RULE,
    &cancellation::cancel_request_shape::RULE,
    &cancellation::cancel_shape::RULE,
    &commands::shape::RULE,
    &compaction::shape::RULE,
    &compaction::status::RULE,
    &config_options::category::RULE,
    &config_options::no_current_value::RULE,
    &config_options::option_shape::RULE,
    &config_options::query_shape::RULE,
    &config_options::set_shape::RULE,
    &content::block_shape::RULE,
    &elicitation::action_name::RULE,
    &elicitation::answer_shape::RULE,
    &elicitation::complete_shape::RULE,
    &elicitation::mode_missing::RULE,
    &elicitation::mode_name::RULE,
    &elicitation::property_type::RULE,
    &elicitation::request_shape::RULE,
    &elicitation::schema_shape::RULE,
    &elicitation::string_format::RULE,
    &extensibility::meta_type::RULE,
    &extensibility::outdated_name::RULE,
    &extensibility::unknown_field::RULE,
    &extensibility::unknown_value::RULE,
    &fs::shape::RULE,
    &initialize::capability_shape::RULE,
    &initialize::custom_capability::RULE,
    &initialize::handshake_shape::RULE,
    &json_rpc::answered_twice::RULE,
    &json_rpc::batch::RULE,
    &json_rpc::empty_batch::RULE,
    &json_rpc::error_shape::RULE,
    &json_rpc::fragile_json::RULE,
    &json_rpc::id_fractional::RULE,
    &json_rpc::id_in_use::RULE,
    &json_rpc::id_null::RULE,
    &json_rpc::id_type::RULE,
    &json_rpc::invalid_params_code::RULE,
    &json_rpc::invalid_request_code::RULE,
    &json_rpc::long_error_message::RULE,
    &json_rpc::method_not_found_code::RULE,
    &json_rpc::method_type::RULE,
    &json_rpc::name_misspelt::RULE,
    &json_rpc::no_message::RULE,
    &json_rpc::notification_answered::RULE,
    &json_rpc::notification_with_id::RULE,
    &json_rpc::params_by_position::RULE,
    &json_rpc::params_shape::RULE,
    &json_rpc::params_type::RULE,
    &json_rpc::parse_error_code::RULE,
    &json_rpc::request_without_id::RULE,
    &json_rpc::reserved_error_code::RULE,
    &json_rpc::reserved_name::RULE,
    &json_rpc::response_unasked::RULE,
    &json_rpc::result_and_error::RULE,
    &json_rpc::result_shape::RULE,
    &json_rpc::unanswered_request::RULE,
    &json_rpc::version::RULE,
    &json_rpc::wrong_direction::RULE,
    &mcp_over_acp::shape::RULE,
    &modes::set_mode_shape::RULE,
    &modes::state_shape::RULE,
    &modes::update_field::RULE,
    &notices::empty_title::RULE,
    &notices::severity::RULE,
    &notices::shape::RULE,
    &permission::answer_shape::RULE,
    &permission::option_kind::RULE,
    &permission::request_shape::RULE,
    &plan::entry_shape::RULE,
    &plan::shape::RULE,
    &prompt_suggestions::shape::RULE,
    &prompt_turn::chunk_shape::RULE,
    &prompt_turn::prompt_message_id::RULE,
    &prompt_turn::prompt_shape::RULE,
    &prompt_turn::stop_reason::RULE,
    &prompt_turn::unknown_update::RULE,
    &prompt_turn::update_shape::RULE,
    &prompt_turn::usage_shape::RULE,
    &providers::shape::RULE,
    &session_cursors::shape::RULE,
    &session_fork::shape::RULE,
    &session_list::cursor_shape::RULE,
    &session_list::delete_shape::RULE,
    &session_list::entry_shape::RULE,
    &session_list::info_update_fields::RULE,
    &session_list::info_update_shape::RULE,
    &session_list::list_shape::RULE,
    &session_list::sessions_missing::RULE,
    &session_list::set_title_shape::RULE,
    &session_list::status_shape::RULE,
    &session_messages::chunk_participants::RULE,
    &session_messages::shape::RULE,
    &session_setup::close_shape::RULE,
    &session_setup::load_shape::RULE,
    &session_setup::mcp_server_shape::RULE,
    &session_setup::new_shape::RULE,
    &session_setup::resume_shape::RULE,
    &subagents::shape::RULE,
    &subagents::state_name::RULE,
    &subagents::state_shape::RULE,
    &terminals::shape::RULE,
    &tool_calls::content_shape::RULE,
    &tool_calls::kind::RULE,
    &tool_calls::location_shape::RULE,
    &tool_calls::shape::RULE,
    &tool_calls::status::RULE,
    &transport::another_protocol::RULE,
    &transport::blank_line::RULE,
    &transport::message_over_several_lines::RULE,
    &transport::not_a_message::RULE,
    &transport::not_utf8::RULE,
    &usage::shape::RULE,
];
