//! Generated from the folders beside: `UPDATE=1 cargo test --test rules`.

use super::Rule;

#[path = "auth"]
mod auth {
    pub(super) mod authenticate_shape;
    pub(super) mod logout_without_effect;
    pub(super) mod malformed_method_called;
    pub(super) mod method_id_twice;
    pub(super) mod method_shape;
    pub(super) mod method_unknown;
    pub(super) mod required_code;
    pub(super) mod secret_in_description;
    pub(super) mod status_refused;
    pub(super) mod status_shape;
    pub(super) mod status_unchanged;
    pub(super) mod still_required;
    pub(super) mod terminal_command;
    pub(super) mod terminal_method_called;
    pub(super) mod terminal_method_not_offered;
}

#[path = "cancellation"]
mod cancellation {
    pub(super) mod abort_code;
    pub(super) mod cancel_request_shape;
    pub(super) mod cancel_shape;
    pub(super) mod error_for_cancelled;
    pub(super) mod never_answered;
    pub(super) mod new_work;
    pub(super) mod permission_not_cancelled;
    pub(super) mod unknown_request;
    pub(super) mod update_after_answer;
    pub(super) mod wrong_error_code;
    pub(super) mod wrong_stop_reason;
}

#[path = "commands"]
mod commands {
    pub(super) mod leading_slash;
    pub(super) mod name_twice;
    pub(super) mod shape;
}

#[path = "compaction"]
mod compaction {
    pub(super) mod chunk_after_end;
    pub(super) mod chunk_first;
    pub(super) mod error_without_failure;
    pub(super) mod id_in_use;
    pub(super) mod replay_renamed;
    pub(super) mod replayed_in_steps;
    pub(super) mod shape;
    pub(super) mod status;
    pub(super) mod summary_too_early;
    pub(super) mod two_ends;
}

#[path = "config_options"]
mod config_options {
    pub(super) mod boolean_not_offered;
    pub(super) mod boolean_without_offer;
    pub(super) mod category;
    pub(super) mod current_unknown;
    pub(super) mod id_twice;
    pub(super) mod initial_duplicates_accepted;
    pub(super) mod initial_not_offered;
    pub(super) mod initial_refused;
    pub(super) mod initial_repeated;
    pub(super) mod modes_differ;
    pub(super) mod modes_used_instead;
    pub(super) mod no_current_value;
    pub(super) mod one_sided_change;
    pub(super) mod only_one_of_modes;
    pub(super) mod option_shape;
    pub(super) mod partial_list;
    pub(super) mod query_has_effects;
    pub(super) mod query_needs_load;
    pub(super) mod query_shape;
    pub(super) mod set_shape;
    pub(super) mod set_type_differs;
    pub(super) mod set_unknown;
    pub(super) mod set_value_unknown;
    pub(super) mod set_without_effect;
    pub(super) mod value_twice;
}

#[path = "content"]
mod content {
    pub(super) mod bad_base64;
    pub(super) mod block_shape;
    pub(super) mod prompt_block_not_offered;
}

#[path = "elicitation"]
mod elicitation {
    pub(super) mod action_name;
    pub(super) mod answer_shape;
    pub(super) mod complete_shape;
    pub(super) mod complete_unknown;
    pub(super) mod content_does_not_fit;
    pub(super) mod credentials_in_url;
    pub(super) mod format_refused;
    pub(super) mod id_in_use;
    pub(super) mod link_in_form;
    pub(super) mod mode_missing;
    pub(super) mod mode_name;
    pub(super) mod mode_not_offered;
    pub(super) mod property_type;
    pub(super) mod request_shape;
    pub(super) mod required_undefined;
    pub(super) mod schema_incomplete;
    pub(super) mod schema_shape;
    pub(super) mod scope;
    pub(super) mod secret_in_form;
    pub(super) mod string_format;
    pub(super) mod token_after_login;
    pub(super) mod unadvertised_answered;
    pub(super) mod unknown_request;
    pub(super) mod unknown_tool_call;
    pub(super) mod url_invalid;
    pub(super) mod url_not_https;
}

#[path = "extensibility"]
mod extensibility {
    pub(super) mod dollar_name;
    pub(super) mod meta_type;
    pub(super) mod method_name;
    pub(super) mod not_advertised;
    pub(super) mod outdated_method;
    pub(super) mod outdated_name;
    pub(super) mod trace_context;
    pub(super) mod unknown_field;
    pub(super) mod unknown_value;
}

#[path = "fs"]
mod fs {
    pub(super) mod limit_ignored;
    pub(super) mod line_zero;
    pub(super) mod path_relative;
    pub(super) mod shape;
    pub(super) mod write_does_not_create;
}

#[path = "initialize"]
mod initialize {
    pub(super) mod basic_content_refused;
    pub(super) mod capability_shape;
    pub(super) mod custom_capability;
    pub(super) mod draft_method_not_offered;
    pub(super) mod draft_update_not_offered;
    pub(super) mod goes_on_with_other_version;
    pub(super) mod handshake_shape;
    pub(super) mod method_missing;
    pub(super) mod method_not_offered;
    pub(super) mod no_agent_capabilities;
    pub(super) mod no_agent_info;
    pub(super) mod no_client_capabilities;
    pub(super) mod no_client_info;
    pub(super) mod not_first;
    pub(super) mod too_early;
    pub(super) mod twice;
    pub(super) mod update_not_offered;
    pub(super) mod version_2_draft;
    pub(super) mod version_not_echoed;
    pub(super) mod version_zero;
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
    pub(super) mod outcome;
    pub(super) mod server_id_in_use;
    pub(super) mod shape;
    pub(super) mod stray_notification;
    pub(super) mod unknown_server;
}

#[path = "modes"]
mod modes {
    pub(super) mod current_unknown;
    pub(super) mod id_twice;
    pub(super) mod set_mode_shape;
    pub(super) mod set_unknown;
    pub(super) mod state_shape;
    pub(super) mod update_field;
    pub(super) mod update_unknown;
}

#[path = "notices"]
mod notices {
    pub(super) mod empty_title;
    pub(super) mod replayed;
    pub(super) mod severity;
    pub(super) mod shape;
}

#[path = "permission"]
mod permission {
    pub(super) mod answer_shape;
    pub(super) mod call_without_details;
    pub(super) mod cancelled_without_cancel;
    pub(super) mod no_options;
    pub(super) mod option_id_twice;
    pub(super) mod option_kind;
    pub(super) mod option_not_offered;
    pub(super) mod rejection_ignored;
    pub(super) mod request_shape;
    pub(super) mod runs_before_answer;
}

#[path = "plan"]
mod plan {
    pub(super) mod entry_shape;
    pub(super) mod partial_update;
    pub(super) mod path_relative;
    pub(super) mod removed_unknown;
    pub(super) mod shape;
}

#[path = "prompt_suggestions"]
mod prompt_suggestions {
    pub(super) mod blank;
    pub(super) mod block_not_allowed;
    pub(super) mod replayed;
    pub(super) mod shape;
}

#[path = "prompt_turn"]
mod prompt_turn {
    pub(super) mod chunk_shape;
    pub(super) mod message_id_two_kinds;
    pub(super) mod no_in_progress;
    pub(super) mod prompt_message_id;
    pub(super) mod prompt_shape;
    pub(super) mod session_not_set_up;
    pub(super) mod stop_reason;
    pub(super) mod text_repeated;
    pub(super) mod two_at_a_time;
    pub(super) mod unknown_update;
    pub(super) mod update_shape;
    pub(super) mod usage_shape;
    pub(super) mod user_chunk_without_id;
}

#[path = "providers"]
mod providers {
    pub(super) mod after_sessions;
    pub(super) mod bad_set_accepted;
    pub(super) mod disabled_still_current;
    pub(super) mod required_disable_accepted;
    pub(super) mod required_disabled;
    pub(super) mod shape;
}

#[path = "proxy_chains"]
mod proxy_chains {
    pub(super) mod not_forwarded;
    pub(super) mod on_plain_connection;
    pub(super) mod params;
}

#[path = "session_cursors"]
mod session_cursors {
    pub(super) mod anchor_moved;
    pub(super) mod bad_cursor_accepted;
    pub(super) mod made_up;
    pub(super) mod no_anchor;
    pub(super) mod shape;
}

#[path = "session_fork"]
mod session_fork {
    pub(super) mod shape;
}

#[path = "session_list"]
mod session_list {
    pub(super) mod archive_not_idempotent;
    pub(super) mod archive_without_list;
    pub(super) mod archived_filter_accepted;
    pub(super) mod archived_filter_changed;
    pub(super) mod archived_flag_missing;
    pub(super) mod archived_loaded;
    pub(super) mod bad_cursor_accepted;
    pub(super) mod cursor_made_up;
    pub(super) mod cursor_shape;
    pub(super) mod delete_not_idempotent;
    pub(super) mod delete_shape;
    pub(super) mod deleted_listed;
    pub(super) mod directories_not_offered;
    pub(super) mod empty_title_accepted;
    pub(super) mod entry_cwd_relative;
    pub(super) mod entry_shape;
    pub(super) mod filter_cwd_relative;
    pub(super) mod good_cursor_refused;
    pub(super) mod id_twice;
    pub(super) mod info_update_fields;
    pub(super) mod info_update_shape;
    pub(super) mod list_shape;
    pub(super) mod paging_after_end;
    pub(super) mod sessions_missing;
    pub(super) mod set_title_shape;
    pub(super) mod status_shape;
    pub(super) mod title_overwritten;
    pub(super) mod updated_at;
    pub(super) mod wrong_cwd;
}

#[path = "session_messages"]
mod session_messages {
    pub(super) mod chunk_participants;
    pub(super) mod foreign_view;
    pub(super) mod shape;
}

#[path = "session_setup"]
mod session_setup {
    pub(super) mod close_does_not_cancel;
    pub(super) mod close_shape;
    pub(super) mod cwd_changed;
    pub(super) mod cwd_relative;
    pub(super) mod directories_accepted;
    pub(super) mod directories_not_offered;
    pub(super) mod directory_relative;
    pub(super) mod directory_twice;
    pub(super) mod goes_on_after_close;
    pub(super) mod id_in_use;
    pub(super) mod known_session_denied;
    pub(super) mod load_shape;
    pub(super) mod load_without_replay;
    pub(super) mod mcp_command_relative;
    pub(super) mod mcp_server_shape;
    pub(super) mod mcp_stdio_refused;
    pub(super) mod mcp_transport_not_offered;
    pub(super) mod new_shape;
    pub(super) mod no_mcp_http;
    pub(super) mod outside_of_roots;
    pub(super) mod replay_after_answer;
    pub(super) mod replay_on_resume;
    pub(super) mod resume_shape;
    pub(super) mod secret_in_mcp_settings;
    pub(super) mod system_prompt_changed;
    pub(super) mod system_prompt_content;
    pub(super) mod system_prompt_ignored;
    pub(super) mod system_prompt_not_offered;
    pub(super) mod system_prompt_refused;
    pub(super) mod unknown_session;
    pub(super) mod unknown_session_code;
    pub(super) mod update_before_answer;
}

#[path = "subagents"]
mod subagents {
    pub(super) mod cancel_not_allowed;
    pub(super) mod child_changed;
    pub(super) mod cwd_relative;
    pub(super) mod error_without_details;
    pub(super) mod new_parent;
    pub(super) mod own_parent;
    pub(super) mod session_content_not_offered;
    pub(super) mod session_content_unknown;
    pub(super) mod shape;
    pub(super) mod state_name;
    pub(super) mod state_shape;
}

#[path = "terminals"]
mod terminals {
    pub(super) mod cut_inside_character;
    pub(super) mod cwd_relative;
    pub(super) mod exit_status_gone;
    pub(super) mod gone_after_kill;
    pub(super) mod id_in_use;
    pub(super) mod not_released;
    pub(super) mod output_after_exit;
    pub(super) mod output_dropped_silently;
    pub(super) mod output_over_limit;
    pub(super) mod shape;
    pub(super) mod slow_create;
    pub(super) mod truncated_without_limit;
    pub(super) mod unknown_id;
    pub(super) mod used_after_release;
}

#[path = "tool_calls"]
mod tool_calls {
    pub(super) mod content_shape;
    pub(super) mod diff_path_relative;
    pub(super) mod id_in_use;
    pub(super) mod kind;
    pub(super) mod late_name;
    pub(super) mod location_line_zero;
    pub(super) mod location_relative;
    pub(super) mod location_shape;
    pub(super) mod never_finished;
    pub(super) mod not_reported;
    pub(super) mod shape;
    pub(super) mod status;
    pub(super) mod status_backwards;
    pub(super) mod terminal_released;
    pub(super) mod terminal_unknown;
    pub(super) mod update_before_create;
}

#[path = "transport"]
mod transport {
    pub(super) mod another_protocol;
    pub(super) mod blank_line;
    pub(super) mod envelope_only;
    pub(super) mod message_over_several_lines;
    pub(super) mod not_a_message;
    pub(super) mod not_utf8;
}

#[path = "usage"]
mod usage {
    pub(super) mod cost_falls;
    pub(super) mod currency;
    pub(super) mod no_window;
    pub(super) mod over_window;
    pub(super) mod shape;
}

/// All rules, by group and name.
pub static RULES: &[&Rule] = &[
    &auth::authenticate_shape::RULE,
    &auth::logout_without_effect::RULE,
    &auth::malformed_method_called::RULE,
    &auth::method_id_twice::RULE,
    &auth::method_shape::RULE,
    &auth::method_unknown::RULE,
    &auth::required_code::RULE,
    &auth::secret_in_description::RULE,
    &auth::status_refused::RULE,
    &auth::status_shape::RULE,
    &auth::status_unchanged::RULE,
    &auth::still_required::RULE,
    &auth::terminal_command::RULE,
    &auth::terminal_method_called::RULE,
    &auth::terminal_method_not_offered::RULE,
    &cancellation::abort_code::RULE,
    &cancellation::cancel_request_shape::RULE,
    &cancellation::cancel_shape::RULE,
    &cancellation::error_for_cancelled::RULE,
    &cancellation::never_answered::RULE,
    &cancellation::new_work::RULE,
    &cancellation::permission_not_cancelled::RULE,
    &cancellation::unknown_request::RULE,
    &cancellation::update_after_answer::RULE,
    &cancellation::wrong_error_code::RULE,
    &cancellation::wrong_stop_reason::RULE,
    &commands::leading_slash::RULE,
    &commands::name_twice::RULE,
    &commands::shape::RULE,
    &compaction::chunk_after_end::RULE,
    &compaction::chunk_first::RULE,
    &compaction::error_without_failure::RULE,
    &compaction::id_in_use::RULE,
    &compaction::replay_renamed::RULE,
    &compaction::replayed_in_steps::RULE,
    &compaction::shape::RULE,
    &compaction::status::RULE,
    &compaction::summary_too_early::RULE,
    &compaction::two_ends::RULE,
    &config_options::boolean_not_offered::RULE,
    &config_options::boolean_without_offer::RULE,
    &config_options::category::RULE,
    &config_options::current_unknown::RULE,
    &config_options::id_twice::RULE,
    &config_options::initial_duplicates_accepted::RULE,
    &config_options::initial_not_offered::RULE,
    &config_options::initial_refused::RULE,
    &config_options::initial_repeated::RULE,
    &config_options::modes_differ::RULE,
    &config_options::modes_used_instead::RULE,
    &config_options::no_current_value::RULE,
    &config_options::one_sided_change::RULE,
    &config_options::only_one_of_modes::RULE,
    &config_options::option_shape::RULE,
    &config_options::partial_list::RULE,
    &config_options::query_has_effects::RULE,
    &config_options::query_needs_load::RULE,
    &config_options::query_shape::RULE,
    &config_options::set_shape::RULE,
    &config_options::set_type_differs::RULE,
    &config_options::set_unknown::RULE,
    &config_options::set_value_unknown::RULE,
    &config_options::set_without_effect::RULE,
    &config_options::value_twice::RULE,
    &content::bad_base64::RULE,
    &content::block_shape::RULE,
    &content::prompt_block_not_offered::RULE,
    &elicitation::action_name::RULE,
    &elicitation::answer_shape::RULE,
    &elicitation::complete_shape::RULE,
    &elicitation::complete_unknown::RULE,
    &elicitation::content_does_not_fit::RULE,
    &elicitation::credentials_in_url::RULE,
    &elicitation::format_refused::RULE,
    &elicitation::id_in_use::RULE,
    &elicitation::link_in_form::RULE,
    &elicitation::mode_missing::RULE,
    &elicitation::mode_name::RULE,
    &elicitation::mode_not_offered::RULE,
    &elicitation::property_type::RULE,
    &elicitation::request_shape::RULE,
    &elicitation::required_undefined::RULE,
    &elicitation::schema_incomplete::RULE,
    &elicitation::schema_shape::RULE,
    &elicitation::scope::RULE,
    &elicitation::secret_in_form::RULE,
    &elicitation::string_format::RULE,
    &elicitation::token_after_login::RULE,
    &elicitation::unadvertised_answered::RULE,
    &elicitation::unknown_request::RULE,
    &elicitation::unknown_tool_call::RULE,
    &elicitation::url_invalid::RULE,
    &elicitation::url_not_https::RULE,
    &extensibility::dollar_name::RULE,
    &extensibility::meta_type::RULE,
    &extensibility::method_name::RULE,
    &extensibility::not_advertised::RULE,
    &extensibility::outdated_method::RULE,
    &extensibility::outdated_name::RULE,
    &extensibility::trace_context::RULE,
    &extensibility::unknown_field::RULE,
    &extensibility::unknown_value::RULE,
    &fs::limit_ignored::RULE,
    &fs::line_zero::RULE,
    &fs::path_relative::RULE,
    &fs::shape::RULE,
    &fs::write_does_not_create::RULE,
    &initialize::basic_content_refused::RULE,
    &initialize::capability_shape::RULE,
    &initialize::custom_capability::RULE,
    &initialize::draft_method_not_offered::RULE,
    &initialize::draft_update_not_offered::RULE,
    &initialize::goes_on_with_other_version::RULE,
    &initialize::handshake_shape::RULE,
    &initialize::method_missing::RULE,
    &initialize::method_not_offered::RULE,
    &initialize::no_agent_capabilities::RULE,
    &initialize::no_agent_info::RULE,
    &initialize::no_client_capabilities::RULE,
    &initialize::no_client_info::RULE,
    &initialize::not_first::RULE,
    &initialize::too_early::RULE,
    &initialize::twice::RULE,
    &initialize::update_not_offered::RULE,
    &initialize::version_2_draft::RULE,
    &initialize::version_not_echoed::RULE,
    &initialize::version_zero::RULE,
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
    &mcp_over_acp::outcome::RULE,
    &mcp_over_acp::server_id_in_use::RULE,
    &mcp_over_acp::shape::RULE,
    &mcp_over_acp::stray_notification::RULE,
    &mcp_over_acp::unknown_server::RULE,
    &modes::current_unknown::RULE,
    &modes::id_twice::RULE,
    &modes::set_mode_shape::RULE,
    &modes::set_unknown::RULE,
    &modes::state_shape::RULE,
    &modes::update_field::RULE,
    &modes::update_unknown::RULE,
    &notices::empty_title::RULE,
    &notices::replayed::RULE,
    &notices::severity::RULE,
    &notices::shape::RULE,
    &permission::answer_shape::RULE,
    &permission::call_without_details::RULE,
    &permission::cancelled_without_cancel::RULE,
    &permission::no_options::RULE,
    &permission::option_id_twice::RULE,
    &permission::option_kind::RULE,
    &permission::option_not_offered::RULE,
    &permission::rejection_ignored::RULE,
    &permission::request_shape::RULE,
    &permission::runs_before_answer::RULE,
    &plan::entry_shape::RULE,
    &plan::partial_update::RULE,
    &plan::path_relative::RULE,
    &plan::removed_unknown::RULE,
    &plan::shape::RULE,
    &prompt_suggestions::blank::RULE,
    &prompt_suggestions::block_not_allowed::RULE,
    &prompt_suggestions::replayed::RULE,
    &prompt_suggestions::shape::RULE,
    &prompt_turn::chunk_shape::RULE,
    &prompt_turn::message_id_two_kinds::RULE,
    &prompt_turn::no_in_progress::RULE,
    &prompt_turn::prompt_message_id::RULE,
    &prompt_turn::prompt_shape::RULE,
    &prompt_turn::session_not_set_up::RULE,
    &prompt_turn::stop_reason::RULE,
    &prompt_turn::text_repeated::RULE,
    &prompt_turn::two_at_a_time::RULE,
    &prompt_turn::unknown_update::RULE,
    &prompt_turn::update_shape::RULE,
    &prompt_turn::usage_shape::RULE,
    &prompt_turn::user_chunk_without_id::RULE,
    &providers::after_sessions::RULE,
    &providers::bad_set_accepted::RULE,
    &providers::disabled_still_current::RULE,
    &providers::required_disable_accepted::RULE,
    &providers::required_disabled::RULE,
    &providers::shape::RULE,
    &proxy_chains::not_forwarded::RULE,
    &proxy_chains::on_plain_connection::RULE,
    &proxy_chains::params::RULE,
    &session_cursors::anchor_moved::RULE,
    &session_cursors::bad_cursor_accepted::RULE,
    &session_cursors::made_up::RULE,
    &session_cursors::no_anchor::RULE,
    &session_cursors::shape::RULE,
    &session_fork::shape::RULE,
    &session_list::archive_not_idempotent::RULE,
    &session_list::archive_without_list::RULE,
    &session_list::archived_filter_accepted::RULE,
    &session_list::archived_filter_changed::RULE,
    &session_list::archived_flag_missing::RULE,
    &session_list::archived_loaded::RULE,
    &session_list::bad_cursor_accepted::RULE,
    &session_list::cursor_made_up::RULE,
    &session_list::cursor_shape::RULE,
    &session_list::delete_not_idempotent::RULE,
    &session_list::delete_shape::RULE,
    &session_list::deleted_listed::RULE,
    &session_list::directories_not_offered::RULE,
    &session_list::empty_title_accepted::RULE,
    &session_list::entry_cwd_relative::RULE,
    &session_list::entry_shape::RULE,
    &session_list::filter_cwd_relative::RULE,
    &session_list::good_cursor_refused::RULE,
    &session_list::id_twice::RULE,
    &session_list::info_update_fields::RULE,
    &session_list::info_update_shape::RULE,
    &session_list::list_shape::RULE,
    &session_list::paging_after_end::RULE,
    &session_list::sessions_missing::RULE,
    &session_list::set_title_shape::RULE,
    &session_list::status_shape::RULE,
    &session_list::title_overwritten::RULE,
    &session_list::updated_at::RULE,
    &session_list::wrong_cwd::RULE,
    &session_messages::chunk_participants::RULE,
    &session_messages::foreign_view::RULE,
    &session_messages::shape::RULE,
    &session_setup::close_does_not_cancel::RULE,
    &session_setup::close_shape::RULE,
    &session_setup::cwd_changed::RULE,
    &session_setup::cwd_relative::RULE,
    &session_setup::directories_accepted::RULE,
    &session_setup::directories_not_offered::RULE,
    &session_setup::directory_relative::RULE,
    &session_setup::directory_twice::RULE,
    &session_setup::goes_on_after_close::RULE,
    &session_setup::id_in_use::RULE,
    &session_setup::known_session_denied::RULE,
    &session_setup::load_shape::RULE,
    &session_setup::load_without_replay::RULE,
    &session_setup::mcp_command_relative::RULE,
    &session_setup::mcp_server_shape::RULE,
    &session_setup::mcp_stdio_refused::RULE,
    &session_setup::mcp_transport_not_offered::RULE,
    &session_setup::new_shape::RULE,
    &session_setup::no_mcp_http::RULE,
    &session_setup::outside_of_roots::RULE,
    &session_setup::replay_after_answer::RULE,
    &session_setup::replay_on_resume::RULE,
    &session_setup::resume_shape::RULE,
    &session_setup::secret_in_mcp_settings::RULE,
    &session_setup::system_prompt_changed::RULE,
    &session_setup::system_prompt_content::RULE,
    &session_setup::system_prompt_ignored::RULE,
    &session_setup::system_prompt_not_offered::RULE,
    &session_setup::system_prompt_refused::RULE,
    &session_setup::unknown_session::RULE,
    &session_setup::unknown_session_code::RULE,
    &session_setup::update_before_answer::RULE,
    &subagents::cancel_not_allowed::RULE,
    &subagents::child_changed::RULE,
    &subagents::cwd_relative::RULE,
    &subagents::error_without_details::RULE,
    &subagents::new_parent::RULE,
    &subagents::own_parent::RULE,
    &subagents::session_content_not_offered::RULE,
    &subagents::session_content_unknown::RULE,
    &subagents::shape::RULE,
    &subagents::state_name::RULE,
    &subagents::state_shape::RULE,
    &terminals::cut_inside_character::RULE,
    &terminals::cwd_relative::RULE,
    &terminals::exit_status_gone::RULE,
    &terminals::gone_after_kill::RULE,
    &terminals::id_in_use::RULE,
    &terminals::not_released::RULE,
    &terminals::output_after_exit::RULE,
    &terminals::output_dropped_silently::RULE,
    &terminals::output_over_limit::RULE,
    &terminals::shape::RULE,
    &terminals::slow_create::RULE,
    &terminals::truncated_without_limit::RULE,
    &terminals::unknown_id::RULE,
    &terminals::used_after_release::RULE,
    &tool_calls::content_shape::RULE,
    &tool_calls::diff_path_relative::RULE,
    &tool_calls::id_in_use::RULE,
    &tool_calls::kind::RULE,
    &tool_calls::late_name::RULE,
    &tool_calls::location_line_zero::RULE,
    &tool_calls::location_relative::RULE,
    &tool_calls::location_shape::RULE,
    &tool_calls::never_finished::RULE,
    &tool_calls::not_reported::RULE,
    &tool_calls::shape::RULE,
    &tool_calls::status::RULE,
    &tool_calls::status_backwards::RULE,
    &tool_calls::terminal_released::RULE,
    &tool_calls::terminal_unknown::RULE,
    &tool_calls::update_before_create::RULE,
    &transport::another_protocol::RULE,
    &transport::blank_line::RULE,
    &transport::envelope_only::RULE,
    &transport::message_over_several_lines::RULE,
    &transport::not_a_message::RULE,
    &transport::not_utf8::RULE,
    &usage::cost_falls::RULE,
    &usage::currency::RULE,
    &usage::no_window::RULE,
    &usage::over_window::RULE,
    &usage::shape::RULE,
];
