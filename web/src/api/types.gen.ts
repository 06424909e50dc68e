// Generated from src/server/dto.rs. Do not edit: run
// `UPDATE_TYPES=1 cargo test --lib dto` instead.

/**
 * What the server is, for the page's foot and for diagnosis.
 */
export type About = { 
/**
 * Version of acp-scope.
 */
version: string, 
/**
 * Path of the database.
 */
database: string, };

/**
 * Every error of the API, with the HTTP status that fits.
 */
export type ApiError = { 
/**
 * What went wrong and what to do, one sentence.
 */
error: string, };

/**
 * One message of a batch frame.
 */
export type BatchItem = { 
/**
 * JSON-RPC kind.
 */
kind: Kind, 
/**
 * The method, or that of the request that it answers.
 */
method: string | null, 
/**
 * The JSON-RPC id as JSON text.
 */
id: string | null, 
/**
 * The frame that holds the other half.
 */
pair: number | null, };

/**
 * Which way bytes went: `c2a` client to agent, `a2c` agent to client.
 */
export type Dir = "c2a" | "a2c";

/**
 * A violation of the protocol, or something worth knowing, at its place.
 */
export type Finding = { 
/**
 * The rule's id, `group/what-is-wrong`.
 */
rule: string, 
/**
 * How much it weighs.
 */
severity: Severity, 
/**
 * Who is at fault.
 */
side: Side, 
/**
 * The frame at fault.
 */
frame: number, 
/**
 * JSON pointer into the frame, empty for all of it.
 */
pointer: string, 
/**
 * One plain sentence.
 */
message: string, 
/**
 * Frames that show why.
 */
related: Array<number>, 
/**
 * The broken rule belongs to a draft part of the protocol.
 */
draft: boolean, 
/**
 * What has to be so.
 */
requirement: string | null, 
/**
 * What to do.
 */
fix: string | null, 
/**
 * The page of the specification.
 */
link: string | null, };

/**
 * Findings by severity.
 */
export type Found = { 
/**
 * A MUST is broken.
 */
errors: number, 
/**
 * A SHOULD is broken, or a MUST as far as the recording can tell.
 */
warnings: number, 
/**
 * Worth knowing, no fault.
 */
infos: number, };

/**
 * One frame, for the inspector.
 */
export type FrameDetail = { 
/**
 * What the list shows of it.
 */
row: FrameRow, 
/**
 * Its text when the bytes are UTF-8, the first megabyte at most.
 */
text: string | null, 
/**
 * The same bytes in base64 when they are not UTF-8.
 */
base64: string | null, 
/**
 * `text` or `base64` stops before the end of the frame.
 */
cut: boolean, 
/**
 * The messages of a batch, described.
 */
batch: Array<BatchItem>, 
/**
 * The findings about it.
 */
findings: Array<Finding>, };

/**
 * One frame, as the list shows it.
 */
export type FrameRow = { 
/**
 * Frame number, from 1, both directions together.
 */
n: number, 
/**
 * When its last byte was read, seconds since the recording's start.
 */
t: number, 
/**
 * Seconds between its first and its last byte, mostly 0.
 */
span: number, 
/**
 * Which way it went.
 */
dir: Dir, 
/**
 * JSON-RPC kind.
 */
kind: Kind, 
/**
 * The method; of a response, that of the request that it answers.
 */
method: string | null, 
/**
 * The `sessionUpdate` variant.
 */
update: string | null, 
/**
 * The JSON-RPC id as JSON text, so that `1` and `"1"` differ.
 */
id: string | null, 
/**
 * The ACP session id.
 */
session: string | null, 
/**
 * Bytes, without the line end.
 */
size: number, 
/**
 * The other half: a request's response, a response's request.
 */
pair: number | null, 
/**
 * Seconds between request and response, on both.
 */
latency: number | null, 
/**
 * What is odd about its form, in words.
 */
problem: string | null, 
/**
 * It ended without a line end.
 */
unterminated: boolean, 
/**
 * A few words from its content: text, title, path, status.
 */
preview: string | null, 
/**
 * The gravest finding about it.
 */
severity: Severity | null, };

/**
 * A window of a recording's frames.
 */
export type FramesPage = { 
/**
 * Frames in the recording now.
 */
total: number, 
/**
 * Frames in ascending order.
 */
rows: Array<FrameRow>, };

/**
 * What kind of JSON-RPC message a frame is.
 */
export type Kind = "request" | "response" | "error" | "notification" | "batch" | "invalid";

/**
 * One message of the live stream (`GET /api/live`): what has changed since the one before.
 * The first one names every recording that is live. The page fetches what it shows.
 */
export type LiveTick = { 
/**
 * Recordings whose row has changed or that are new.
 */
changed: Array<Recording>, 
/**
 * Numbers of recordings that are gone.
 */
deleted: Array<number>, };

/**
 * Where a recording's bytes come from.
 */
export type Origin = "run" | "demo" | "import";

/**
 * The name that a program gives itself in `initialize`.
 */
export type Peer = { 
/**
 * `name`, for programs.
 */
name: string | null, 
/**
 * `title`, for people.
 */
title: string | null, 
/**
 * `version`, as it was sent.
 */
version: string | null, };

/**
 * What is going on with a recording.
 */
export type Phase = "live" | "ended" | "killed";

/**
 * One recording, as the list shows it.
 */
export type Recording = { 
/**
 * Short number, unique in this database.
 */
number: number, 
/**
 * Globally unique id.
 */
uuid: string, 
/**
 * A name given by the user.
 */
name: string | null, 
/**
 * Where it comes from.
 */
origin: Origin, 
/**
 * What is going on with it.
 */
phase: Phase, 
/**
 * The agent's command line, empty for imports.
 */
command: Array<string>, 
/**
 * The folder in which the agent was started.
 */
cwd: string | null, 
/**
 * What the client calls itself.
 */
client: Peer | null, 
/**
 * What the agent calls itself.
 */
agent: Peer | null, 
/**
 * The negotiated protocol version as JSON, `1` in most cases.
 */
protocol_version: string | null, 
/**
 * RFC 3339 with milliseconds, UTC; absent when an imported file does not tell.
 */
started_at: string | null, 
/**
 * Seconds from start to end, or to the last frame so far.
 */
duration: number, 
/**
 * How it ended, in words (`exit code 0`, `killed by signal 9`).
 */
ended: string | null, 
/**
 * Frames of both directions.
 */
frames: number, 
/**
 * Bytes of both directions.
 */
bytes: number, 
/**
 * Lines that the agent wrote to stderr.
 */
stderr_lines: number, 
/**
 * Frames with something odd about their form.
 */
problems: number, 
/**
 * What is missing from the recording and why, in words.
 */
missing: string | null, 
/**
 * Findings by severity; absent as long as the recording is not judged.
 */
found: Found | null, };

/**
 * How much a finding weighs.
 */
export type Severity = "info" | "warning" | "error";

/**
 * The side that broke a rule.
 */
export type Side = "client" | "agent";

/**
 * A line that the agent wrote to stderr.
 */
export type StderrLine = { 
/**
 * When its last byte was read, seconds since the recording's start.
 */
t: number, 
/**
 * The number of the last frame before it.
 */
after_frame: number, 
/**
 * The line; bytes that are not UTF-8 are replaced.
 */
text: string, };
