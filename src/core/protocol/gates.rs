//! When a method of version 1 may be sent, and what for: the part of the method table that no schema
//! states. Sources: the pages named in the rows, and the documentation of
//! `agent-client-protocol-schema` 1.20.0.

use super::Side;

/// What must be true before a method is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gate {
    /// Nothing: every implementation takes it.
    Baseline,
    /// It opens the connection.
    Opening,
    /// This side has advertised the capability (see [`super::capabilities`]).
    Capability(Side, &'static str),
    /// Something else was offered before.
    Offer(Offer),
}

/// Offers that are no capabilities.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Offer {
    /// An entry of `authMethods` that is not of type `terminal`.
    AuthMethod,
    /// `modes` in the result that set up the session.
    Modes,
    /// `configOptions` in the result that set up the session.
    ConfigOptions,
    /// `elicitation.form` or `elicitation.url`, by the mode of the request.
    ElicitationMode,
    /// An `elicitation/create` of mode `url` with the same id.
    UrlElicitation,
    /// An MCP server of type `acp` in a setup request.
    McpServer,
    /// An open request of the sender.
    OpenRequest,
    /// The two sides are a conductor and one of its proxies.
    ProxyChain,
}

pub(super) struct Row {
    pub(super) method: &'static str,
    pub(super) gate: Gate,
    pub(super) feature: Option<&'static str>,
    pub(super) page: &'static str,
    pub(super) purpose: &'static str,
}

pub(super) fn of(method: &str) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.method == method)
}

const fn stable(
    method: &'static str,
    gate: Gate,
    page: &'static str,
    purpose: &'static str,
) -> Row {
    Row { method, gate, feature: None, page, purpose }
}

const fn draft(
    method: &'static str,
    gate: Gate,
    feature: &'static str,
    page: &'static str,
    purpose: &'static str,
) -> Row {
    Row { method, gate, feature: Some(feature), page, purpose }
}

const fn agent(capability: &'static str) -> Gate {
    Gate::Capability(Side::Agent, capability)
}

const fn client(capability: &'static str) -> Gate {
    Gate::Capability(Side::Client, capability)
}

const DRAFT_SCHEMA: &str = "/protocol/v1/draft/schema";

#[rustfmt::skip]
pub(super) const ROWS: &[Row] = &[
    stable("initialize", Gate::Opening, "/protocol/v1/initialization", "agree on the version and tell capabilities"),
    stable("authenticate", Gate::Offer(Offer::AuthMethod), "/protocol/v1/authentication", "log in with one of the offered methods"),
    stable("logout", agent("auth.logout"), "/protocol/v1/authentication#logging-out", "end the authenticated state"),
    stable("session/new", Gate::Baseline, "/protocol/v1/session-setup#creating-a-session", "start a session"),
    stable("session/load", agent("loadSession"), "/protocol/v1/session-setup#loading-a-session", "reopen a session and replay its history"),
    stable("session/resume", agent("sessionCapabilities.resume"), "/protocol/v1/session-setup#resuming-a-session", "reopen a session without replay"),
    stable("session/close", agent("sessionCapabilities.close"), "/protocol/v1/session-setup#closing-a-session", "end a session and free what it holds"),
    stable("session/list", agent("sessionCapabilities.list"), "/protocol/v1/session-list", "list stored sessions"),
    stable("session/delete", agent("sessionCapabilities.delete"), "/protocol/v1/session-delete", "remove a session from the list"),
    stable("session/set_mode", Gate::Offer(Offer::Modes), "/protocol/v1/session-modes#setting-the-current-mode", "switch the mode of a session"),
    stable("session/set_config_option", Gate::Offer(Offer::ConfigOptions), "/protocol/v1/session-config-options#setting-a-config-option", "set an option of a session"),
    stable("session/prompt", Gate::Baseline, "/protocol/v1/prompt-turn", "hand over a user message and run a turn"),
    stable("session/cancel", Gate::Baseline, "/protocol/v1/prompt-turn#cancellation", "stop the running turn"),
    stable("session/update", Gate::Baseline, "/protocol/v1/prompt-turn#3-agent-reports-output", "report output and state of a session"),
    stable("session/request_permission", Gate::Baseline, "/protocol/v1/tool-calls#requesting-permission", "ask the user before a tool runs"),
    stable("fs/read_text_file", client("fs.readTextFile"), "/protocol/v1/file-system#reading-files", "read a file as the editor sees it"),
    stable("fs/write_text_file", client("fs.writeTextFile"), "/protocol/v1/file-system#writing-files", "write a file through the editor"),
    stable("terminal/create", client("terminal"), "/protocol/v1/terminals#executing-commands", "run a command in the client"),
    stable("terminal/output", client("terminal"), "/protocol/v1/terminals#getting-output", "get the output so far"),
    stable("terminal/wait_for_exit", client("terminal"), "/protocol/v1/terminals#waiting-for-exit", "wait until the command ends"),
    stable("terminal/kill", client("terminal"), "/protocol/v1/terminals#killing-commands", "kill the command, keep the terminal"),
    stable("terminal/release", client("terminal"), "/protocol/v1/terminals#releasing-terminals", "give the terminal back"),
    stable("elicitation/create", Gate::Offer(Offer::ElicitationMode), "/protocol/v1/elicitation", "ask the user for input by a form or a URL"),
    stable("elicitation/complete", Gate::Offer(Offer::UrlElicitation), "/protocol/v1/elicitation#url-completion", "tell that a URL request is done"),
    stable("$/cancel_request", Gate::Offer(Offer::OpenRequest), "/protocol/v1/cancellation", "ask the receiver to stop working on one request"),
    draft("session/fork", agent("sessionCapabilities.fork"), "unstable_session_fork", "/rfds/session-fork", "branch off a new session"),
    draft("session/archive", agent("sessionCapabilities.archive"), "unstable_session_archive", DRAFT_SCHEMA, "take a session out of the list"),
    draft("session/unarchive", agent("sessionCapabilities.archive"), "unstable_session_archive", DRAFT_SCHEMA, "put a session back into the list"),
    draft("session/status", agent("sessionCapabilities.status"), "unstable_session_status", DRAFT_SCHEMA, "ask whether a session is open or saved"),
    draft("session/options", agent("sessionCapabilities.options"), "unstable_session_options", DRAFT_SCHEMA, "ask which options a session would start with"),
    draft("session/set_title", agent("sessionCapabilities.title"), "unstable_session_set_title", DRAFT_SCHEMA, "rename a session"),
    draft("auth/status", agent("auth.status"), "unstable_auth_status", "/rfds/get-auth-state", "ask whether the user is logged in"),
    draft("auth/status_update", agent("auth.status"), "unstable_auth_status", "/rfds/get-auth-state", "tell that the login state has changed"),
    draft("providers/list", agent("providers"), "unstable_llm_providers", "/rfds/custom-llm-endpoint", "list the model providers"),
    draft("providers/set", agent("providers"), "unstable_llm_providers", "/rfds/custom-llm-endpoint", "route a provider elsewhere"),
    draft("providers/disable", agent("providers"), "unstable_llm_providers", "/rfds/custom-llm-endpoint", "turn a provider off"),
    draft("mcp/message", Gate::Offer(Offer::McpServer), "unstable_mcp_over_acp", "/rfds/mcp-over-acp", "carry a message of an MCP server in the client"),
    draft("proxy/initialize", Gate::Offer(Offer::ProxyChain), "unstable_proxy_chains", "/rfds/proxy-chains", "initialize a proxy"),
    draft("proxy/successor", Gate::Offer(Offer::ProxyChain), "unstable_proxy_chains", "/rfds/proxy-chains", "carry a message to or from a proxy's successor"),
];
