// Generated from src/server/dto.rs. Do not edit.

/**
 * What the server is, for the page's foot and for diagnosis.
 */
export type About = { version: string, database: string, };

/**
 * Every error of the API, with the HTTP status that fits.
 */
export type ApiError = { error: string, };

/**
 * One message of a batch frame.
 */
export type BatchItem = { kind: Kind, method: string | null, id: string | null, pair: number | null, };

/**
 * Which way bytes went: `c2a` client to agent, `a2c` agent to client.
 */
export type Dir = "c2a" | "a2c";

/**
 * One frame, for the inspector.
 */
export type FrameDetail = { row: FrameRow, text: string | null, base64: string | null, cut: boolean, batch: Array<BatchItem>, };

/**
 * One frame, as the list shows it.
 */
export type FrameRow = { n: number, t: number, span: number, dir: Dir, kind: Kind, method: string | null, update: string | null, id: string | null, session: string | null, size: number, pair: number | null, latency: number | null, problem: string | null, unterminated: boolean, preview: string | null, };

/**
 * A window of a recording's frames.
 */
export type FramesPage = { total: number, rows: Array<FrameRow>, };

/**
 * What kind of JSON-RPC message a frame is.
 */
export type Kind = "request" | "response" | "error" | "notification" | "batch" | "invalid";

/**
 * One message of the live stream (`GET /api/live`): what has changed since the one before.
 * The first one names every recording that is live. The page fetches what it shows.
 */
export type LiveTick = { changed: Array<Recording>, deleted: Array<number>, };

/**
 * Where a recording's bytes come from.
 */
export type Origin = "run" | "demo" | "import";

/**
 * The name that a program gives itself in `initialize`.
 */
export type Peer = { name: string | null, title: string | null, version: string | null, };

/**
 * What is going on with a recording.
 */
export type Phase = "live" | "ended" | "killed";

/**
 * One recording, as the list shows it.
 */
export type Recording = { number: number, uuid: string, name: string | null, origin: Origin, phase: Phase, command: Array<string>, cwd: string | null, client: Peer | null, agent: Peer | null, protocol_version: string | null, started_at: string | null, duration: number, ended: string | null, frames: number, bytes: number, stderr_lines: number, problems: number, missing: string | null, };

/**
 * A line that the agent wrote to stderr.
 */
export type StderrLine = { t: number, after_frame: number, text: string, };
