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
database: string, 
/**
 * Which rule set findings are made by, and from when.
 */
rule_set: Dated, 
/**
 * Which knowledge of the protocol the rules rest on, and from when.
 */
protocol: Dated, };

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
 * What the user has marked.
 */
export type Bookmark = { 
/**
 * The frame; of an item of the timeline, its first.
 */
frame: number, 
/**
 * The item.
 */
item: string | null, 
/**
 * What the user says about it.
 */
note: string | null, 
/**
 * RFC 3339.
 */
made_at: string, };

/**
 * What crossed in one part of the width.
 */
export type Bucket = { 
/**
 * Which part, from 0.
 */
index: number, 
/**
 * Its first frame.
 */
first: number, 
/**
 * Its last frame.
 */
last: number, 
/**
 * When the first frame was read.
 */
from_t: number, 
/**
 * When the last frame was read.
 */
to_t: number, 
/**
 * Frames from client to agent.
 */
c2a: number, 
/**
 * Frames from agent to client.
 */
a2c: number, 
/**
 * Bytes from client to agent.
 */
c2a_bytes: number, 
/**
 * Bytes from agent to client.
 */
a2c_bytes: number, };

/**
 * The requests of one method in one direction.
 */
export type Calls = { 
/**
 * The method.
 */
method: string, 
/**
 * Who asks.
 */
dir: Dir, 
/**
 * How many.
 */
count: number, 
/**
 * How many were answered with an error.
 */
errors: number, 
/**
 * How many were not answered.
 */
open: number, 
/**
 * Half of the answers took no longer, in seconds.
 */
p50: number | null, 
/**
 * 95 of 100 answers took no longer.
 */
p95: number | null, 
/**
 * The longest.
 */
most: number | null, 
/**
 * Its request.
 */
slowest: number | null, };

/**
 * Frames as columns, for drawings of many. Names and sessions are indexes into lists; null where there is none.
 */
export type Columns = { 
/**
 * Frames in the recording now.
 */
total: number, 
/**
 * Number of the first frame that is given; the others follow without a gap.
 */
from: number, 
/**
 * Methods and `sessionUpdate` values.
 */
names: Array<string>, 
/**
 * Session ids.
 */
sessions: Array<string>, 
/**
 * When each frame was read.
 */
t: Array<number>, 
/**
 * Directions: 0 client to agent, 1 agent to client.
 */
dir: Array<number>, 
/**
 * JSON-RPC kinds: 0 invalid, 1 request, 2 response, 3 error, 4 notification, 5 batch.
 */
kind: Array<number>, 
/**
 * Methods; of a response, that of its request.
 */
method: Array<number | null>, 
/**
 * `sessionUpdate` values.
 */
update: Array<number | null>, 
/**
 * Sessions.
 */
session: Array<number | null>, 
/**
 * Bytes.
 */
size: Array<number>, 
/**
 * Numbers of the other halves.
 */
pair: Array<number | null>, 
/**
 * Seconds between request and response.
 */
latency: Array<number | null>, };

/**
 * A compaction.
 */
export type CompactionMark = { 
/**
 * The frame that completed it.
 */
frame: number, 
/**
 * When.
 */
t: number, 
/**
 * How many stand here.
 */
count: number, };

/**
 * An amount of money.
 */
export type Cost = { 
/**
 * How much.
 */
amount: number, 
/**
 * Of what.
 */
currency: string, };

/**
 * A version and its day.
 */
export type Dated = { 
/**
 * The version.
 */
version: string, 
/**
 * `YYYY-MM-DD`.
 */
date: string, };

/**
 * How busy a recording was, for the scrubber: time from left to right, with idle stretches cut out.
 */
export type Density = { 
/**
 * Frames that are counted.
 */
frames: number, 
/**
 * The stretches of time that are shown, in order; between two of them time is cut.
 */
stretches: Array<Stretch>, 
/**
 * Into how many equal parts the width is divided.
 */
buckets: number, 
/**
 * The parts in which something crossed, in order.
 */
busy: Array<Bucket>, 
/**
 * Frames with findings.
 */
found: Array<FoundFrame>, };

/**
 * Which way bytes went: `c2a` client to agent, `a2c` agent to client.
 */
export type Dir = "c2a" | "a2c";

/**
 * A frame of an example.
 */
export type ExampleFrame = { 
/**
 * Who sends it; absent for what is no frame, which is told in words.
 */
dir: Dir | null, 
/**
 * The frame as it crosses the wire, or the words.
 */
text: string, };

/**
 * A piece of text with a hit in it.
 */
export type Excerpt = { 
/**
 * What stands before the hit.
 */
before: string, 
/**
 * The hit.
 */
hit: string, 
/**
 * What stands behind it.
 */
after: string, };

/**
 * A frame in words (`GET /api/recordings/{number}/frames/{frame}/explain`).
 */
export type Explained = { 
/**
 * What it is, in a sentence or two. Words between backquotes are names of the protocol.
 */
what: string, 
/**
 * When it may be sent.
 */
when: string | null, 
/**
 * On which condition.
 */
condition: string | null, 
/**
 * What may come next.
 */
next: string | null, 
/**
 * The page of the specification.
 */
link: string | null, 
/**
 * The fields that are there, by type.
 */
groups: Array<ExplainedGroup>, };

/**
 * A field that occurs in a frame.
 */
export type ExplainedField = { 
/**
 * Its name.
 */
name: string, 
/**
 * Where it stands for the first time, as a JSON pointer.
 */
pointer: string, 
/**
 * What it means; absent for a field that the protocol does not know.
 */
meaning: string | null, 
/**
 * The value that stands there, cut short.
 */
value: string, 
/**
 * What this value means.
 */
value_meaning: string | null, 
/**
 * Only the draft protocol has it.
 */
draft: boolean, };

/**
 * A type of the protocol that occurs in a frame.
 */
export type ExplainedGroup = { 
/**
 * Its name in the schema; empty for the envelope.
 */
of: string, 
/**
 * What it is.
 */
what: string, 
/**
 * Where the first of it stands, as a JSON pointer.
 */
pointer: string, 
/**
 * How many of it there are.
 */
times: number, 
/**
 * Its fields, in the order of the frame.
 */
fields: Array<ExplainedField>, };

/**
 * What a filter means, for the box in which it is typed (`GET /api/filter`). Places are counted as JavaScript counts
 * them, in UTF-16 units.
 */
export type FilterCheck = { 
/**
 * The filter in its canonical form, if it is one.
 */
canonical: string | null, 
/**
 * What is wrong with it.
 */
fault: FilterFault | null, 
/**
 * The texts that it looks for, to be shown where they are found.
 */
searched: Array<string>, 
/**
 * What may be typed at the cursor, if a cursor was given.
 */
completions: FilterCompletions | null, };

/**
 * One thing that may be typed.
 */
export type FilterCompletion = { 
/**
 * What stands there when it is taken.
 */
text: string, 
/**
 * What it is.
 */
detail: string, 
/**
 * More is to be typed behind it.
 */
open: boolean, };

/**
 * What may be typed at the cursor.
 */
export type FilterCompletions = { 
/**
 * Where the part begins that a choice replaces.
 */
from: number, 
/**
 * Where it ends.
 */
to: number, 
/**
 * The choices, best first.
 */
items: Array<FilterCompletion>, };

/**
 * Why a text is no filter.
 */
export type FilterFault = { 
/**
 * Where the part at fault begins.
 */
from: number, 
/**
 * Where it ends; the same as `from` where something is missing.
 */
to: number, 
/**
 * What is wrong.
 */
message: string, 
/**
 * What may stand there.
 */
expected: string, 
/**
 * What to write in place of the part at fault.
 */
suggestion: string | null, };

/**
 * Why no frame passes, term by term (`GET /api/recordings/{number}/why`).
 */
export type FilterWhy = { 
/**
 * The terms that must all hold, in their order.
 */
terms: Array<WhyTerm>, 
/**
 * Counting stops here: a count of so many means "or more".
 */
most: number, };

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
 * The session that it is about.
 */
session: string | null, 
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
 * A frame with findings.
 */
export type FoundFrame = { 
/**
 * Its number.
 */
frame: number, 
/**
 * The gravest of them.
 */
severity: Severity, 
/**
 * When it was read.
 */
t: number, };

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
 * An item by its place.
 */
export type FramePlace = { 
/**
 * The session; none for the connection.
 */
session: string | null, 
/**
 * The item's place in it.
 */
index: number, 
/**
 * What it is.
 */
type: string, };

/**
 * Where a frame stands in the timeline.
 */
export type FramePlaces = { 
/**
 * The items that it belongs to.
 */
items: Array<FramePlace>, 
/**
 * Why it belongs to none.
 */
plumbing: string | null, };

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
severity: Severity | null, 
/**
 * It stands for itself and the frames behind it, which are pieces of one text.
 */
run: Run | null, };

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
rows: Array<FrameRow>, 
/**
 * With a filter: what is known of the frames that pass.
 */
matches: Matches | null, };

/**
 * A field without effect.
 */
export type Ignored = { 
/**
 * The field; empty for the whole frame.
 */
field: string, 
/**
 * Why.
 */
reason: string, };

/**
 * What came of a file.
 */
export type Imported = { 
/**
 * The recordings that were made of it.
 */
numbers: number[], };

/**
 * A side, as it has introduced itself.
 */
export type Introduced = { 
/**
 * Its name, version and title as it gave them.
 */
info: unknown, 
/**
 * Its capabilities.
 */
capabilities: unknown, 
/**
 * Those of the protocol, and what each permits the other side.
 */
permits: Array<Permit>, };

/**
 * One thing that happened or came to be in a session.
 */
export type Item = { 
/**
 * Its place in the session.
 */
index: number, 
/**
 * What it is: `user_message`, `tool_call`, `notice` …
 */
type: string, 
/**
 * Its id in the protocol.
 */
id: string | null, 
/**
 * Its turn.
 */
turn: number | null, 
/**
 * The frame that made it.
 */
first_frame: number, 
/**
 * The frame that changed it last.
 */
last_frame: number, 
/**
 * Its frames, as ranges with both ends. Of very many the first and the last.
 */
frames: Array<[number, number]>, 
/**
 * How many they are.
 */
frame_count: number, 
/**
 * When it came to be.
 */
t: number, 
/**
 * When it changed last.
 */
last_t: number, 
/**
 * It belongs to the conversation's history; notices do not.
 */
history: boolean, 
/**
 * It came to be in a replay.
 */
replay: boolean, 
/**
 * A completed compaction stands behind it.
 */
compacted_away: boolean, 
/**
 * A tool call that the client has closed by `session/cancel`.
 */
cancelled: boolean, 
/**
 * The item that it happened inside of.
 */
parent_item: number | null, 
/**
 * The protocol object in the protocol's names, all patches applied.
 */
state: Record<string, unknown>, 
/**
 * What the terminals that a tool call shows have printed, by id.
 */
terminals: Record<string, unknown>, 
/**
 * How many patches made it.
 */
patches: number, 
/**
 * For a tool call: when its status changed, and to what.
 */
statuses: Array<StatusChange>, };

/**
 * What kind of JSON-RPC message a frame is.
 */
export type Kind = "request" | "response" | "error" | "notification" | "batch" | "invalid";

/**
 * What each side knows as of a frame.
 */
export type Known = { 
/**
 * The frame of the moment.
 */
at: number, 
/**
 * The handshake.
 */
connection: KnownConnection, 
/**
 * Requests that wait for their answer.
 */
open_requests: Array<OpenRequest>, 
/**
 * The sessions.
 */
sessions: Array<KnownSession>, };

/**
 * The handshake.
 */
export type KnownConnection = { 
/**
 * `nothing`, `asked`, `agreed` or `refused`.
 */
phase: string, 
/**
 * The version that the agent chose, as it was sent.
 */
version: unknown, 
/**
 * The client.
 */
client: Introduced | null, 
/**
 * The agent.
 */
agent: Introduced | null, 
/**
 * `authMethods`.
 */
auth_methods: unknown, };

/**
 * What is known of a session.
 */
export type KnownSession = { 
/**
 * Its id.
 */
id: string | null, 
/**
 * Its parent.
 */
parent: string | null, 
/**
 * Its title.
 */
title: string | null, 
/**
 * Its working directory.
 */
cwd: string | null, 
/**
 * How it came to be known.
 */
origin: string | null, 
/**
 * The turn that runs.
 */
open_turn: number | null, 
/**
 * `currentModeId` and `availableModes`.
 */
mode: unknown, 
/**
 * `configOptions`.
 */
config: unknown, 
/**
 * `availableCommands`.
 */
commands: unknown, 
/**
 * Its plans.
 */
plans: unknown[], 
/**
 * Reports of use; of very many, those that a chart needs.
 */
usage: Array<Usage>, };

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
 * What stands out along a recording, for the scrubber. What is too narrow to be told apart is one mark.
 */
export type Marks = { 
/**
 * Frames that were folded so far.
 */
folded: number, 
/**
 * Frames of the recording.
 */
frames: number, 
/**
 * Turns of sessions that are no sub-agents'.
 */
turns: Array<TurnMark>, 
/**
 * The human was asked: permissions and elicitations.
 */
waits: Array<TimeSpan>, 
/**
 * History was replayed.
 */
replays: Array<TimeSpan>, 
/**
 * Compactions that were completed.
 */
compactions: Array<CompactionMark>, };

/**
 * The frames that pass a filter, in the order of their numbers. While a recording is live and while the search
 * goes on, frames are added at the end.
 */
export type Matches = { 
/**
 * Rows so far: frames that pass, pieces of one text folded into one row where that was asked for.
 */
rows: number, 
/**
 * Frames that pass so far.
 */
count: number, 
/**
 * The place of the first row of the window among all rows, from 1.
 */
from: number, 
/**
 * The last frame that was looked at.
 */
reached: number, 
/**
 * All frames were looked at; if not, ask again.
 */
done: boolean, 
/**
 * Another number: answers or findings have come since, and places have changed.
 */
version: number, };

/**
 * A name of the protocol in words (`GET /api/explain/{name}`).
 */
export type Meaning = { 
/**
 * The name.
 */
name: string, 
/**
 * `method`, `variant`, `type` or `rule`.
 */
kind: string, 
/**
 * Titles and sentences, in their order.
 */
lines: Array<MeaningLine>, 
/**
 * The page of the specification.
 */
link: string | null, };

/**
 * A sentence about a name.
 */
export type MeaningLine = { 
/**
 * What it is about: a word, or a field.
 */
title: string, 
/**
 * The sentence.
 */
text: string, };

/**
 * A request that waits.
 */
export type OpenRequest = { 
/**
 * Its frame.
 */
frame: number, 
/**
 * When it was read.
 */
t: number, 
/**
 * Its direction.
 */
dir: Dir, 
/**
 * Its method.
 */
method: string, 
/**
 * The session that it names.
 */
session: string | null, };

/**
 * Where a recording's bytes come from.
 */
export type Origin = "run" | "demo" | "import";

/**
 * What one frame did to an item.
 */
export type Patch = { 
/**
 * The frame.
 */
frame: number, 
/**
 * When it was read.
 */
t: number, 
/**
 * Fields that got a value.
 */
set: Array<string>, 
/**
 * Fields that lost theirs.
 */
cleared: Array<string>, 
/**
 * Fields that something was appended to.
 */
appended: Array<string>, 
/**
 * Fields without effect.
 */
ignored: Array<Ignored>, 
/**
 * What else is to be said.
 */
note: string | null, };

/**
 * The history of an item.
 */
export type Patches = { 
/**
 * What each frame did, in order.
 */
patches: Array<Patch>, };

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
 * A capability of the protocol.
 */
export type Permit = { 
/**
 * Where it stands, steps joined by dots.
 */
path: string, 
/**
 * What the other side may do with it.
 */
permits: string, 
/**
 * It belongs to a draft part of the protocol.
 */
draft: boolean, 
/**
 * The side has advertised it.
 */
advertised: boolean, };

/**
 * What is going on with a recording.
 */
export type Phase = "live" | "ended" | "killed";

/**
 * Every refusal of the API, as `application/problem+json` (RFC 9457).
 */
export type Problem = { 
/**
 * Which kind of problem, for programs: `urn:acp-scope:problem:` and a word of docs/api.md.
 */
type: string, 
/**
 * The kind in words, always the same ones.
 */
title: string, 
/**
 * The HTTP status.
 */
status: number, 
/**
 * What went wrong here and what to do, one sentence.
 */
detail: string, };

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
 * Put on it by the user, in order.
 */
tags: Array<string>, 
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
found: Found | null, 
/**
 * How often its bookmarks have changed.
 */
marks_changed: number, };

/**
 * A secret that is replaced in what is shared.
 */
export type Redaction = { 
/**
 * What stands in its place.
 */
placeholder: string, 
/**
 * How often.
 */
times: number, 
/**
 * In which frames, in order.
 */
frames: Array<number>, 
/**
 * In other places: what is told of the recording itself, lines of stderr.
 */
elsewhere: number, };

/**
 * A rule (`GET /api/rules/{id}`).
 */
export type Rule = { 
/**
 * Its id.
 */
id: string, 
/**
 * How much a finding of it weighs, unless the finding says otherwise.
 */
severity: Severity, 
/**
 * `client`, `agent` or `both`.
 */
binds: string, 
/**
 * It is about a draft part of the protocol.
 */
draft: boolean, 
/**
 * The version of acp-scope that had it first.
 */
since: string, 
/**
 * What has to be so.
 */
requirement: string, 
/**
 * Why it matters.
 */
why: string, 
/**
 * What to do.
 */
fix: string, 
/**
 * The page of the specification.
 */
link: string, 
/**
 * Conversations that break it.
 */
wrong: Array<Array<ExampleFrame>>, 
/**
 * Conversations that come near and do not.
 */
right: Array<Array<ExampleFrame>>, };

/**
 * Frames that are folded into one row.
 */
export type Run = { 
/**
 * Number of the last.
 */
last: number, 
/**
 * When it was read; absent for very long runs.
 */
t: number | null, 
/**
 * Bytes of all of them; absent for very long runs.
 */
size: number | null, };

/**
 * A filter that is kept by name.
 */
export type SavedFilter = { 
/**
 * What it is called.
 */
name: string, 
/**
 * In the filter language.
 */
filter: string, };

/**
 * A frame that was found.
 */
export type SearchHit = { 
/**
 * The recording's number.
 */
recording: number, 
/**
 * What the recording is called.
 */
title: string, 
/**
 * The frame.
 */
row: FrameRow, 
/**
 * The text around the first hit, if a text was looked for.
 */
excerpt: Excerpt | null, };

/**
 * Frames of all recordings that pass a filter, newest recording first (`GET /api/search`).
 */
export type SearchPage = { 
/**
 * What was found.
 */
hits: Array<SearchHit>, 
/**
 * To be given as `after` to go on; absent when everything was looked at.
 */
next: string | null, 
/**
 * Recordings that were looked at to their end, with the pages before.
 */
searched: number, 
/**
 * Recordings that there are.
 */
recordings: number, 
/**
 * Frames that the index for searching does not have yet: they are read through, which takes longer.
 */
unindexed: number, };

/**
 * A session.
 */
export type Session = { 
/**
 * Its id; none for the connection.
 */
id: string | null, 
/**
 * The session that announced it or that it was forked from.
 */
parent: string | null, 
/**
 * Its title, as the agent gave it.
 */
title: string | null, 
/**
 * Its working directory.
 */
cwd: string | null, 
/**
 * How it came to be known: `new`, `load`, `resume`, `fork`, `child` or `before`.
 */
origin: string | null, 
/**
 * The first frame about it.
 */
first_frame: number, 
/**
 * The last frame about it.
 */
last_frame: number, 
/**
 * When the first came.
 */
t: number, 
/**
 * Items so far.
 */
items: number, 
/**
 * Turns so far.
 */
turns: number, 
/**
 * The turn that runs.
 */
open_turn: number | null, 
/**
 * Other recordings that name the same session, newest first.
 */
also_in: number[], };

/**
 * The sessions of a recording as of a frame.
 */
export type Sessions = { 
/**
 * The frame of the moment.
 */
at: number, 
/**
 * Frames that were folded so far; fewer than `frames` while a long recording is read for the first time.
 */
folded: number, 
/**
 * Frames of the recording.
 */
frames: number, 
/**
 * The connection itself (without id), then the sessions as they were first spoken of.
 */
sessions: Array<Session>, };

/**
 * How much a finding weighs.
 */
export type Severity = "info" | "warning" | "error";

/**
 * Shares of a time, in seconds.
 */
export type Shares = { 
/**
 * The human was asked.
 */
human: number, 
/**
 * The client worked: files and terminals.
 */
client: number, 
/**
 * Tools ran.
 */
tools: number, 
/**
 * Nothing crossed for long, and nobody else was asked.
 */
silence: number, 
/**
 * What is left: the agent and its model.
 */
agent: number, };

/**
 * The side that broke a rule.
 */
export type Side = "client" | "agent";

/**
 * The time that an item took.
 */
export type Span = { 
/**
 * The item's place in the session.
 */
item: number, 
/**
 * The frame that began it.
 */
frame: number, 
/**
 * From when.
 */
from_t: number, 
/**
 * Until when.
 */
to_t: number | null, };

/**
 * Where the time of a turn went. Every moment is counted once: for a human before a client before a tool.
 */
export type Spent = { 
/**
 * All of it, in seconds.
 */
total: number, 
/**
 * What each share adds up to.
 */
sums: Shares, 
/**
 * The pieces in their order, without gaps.
 */
pieces: Array<SpentPiece>, };

/**
 * A piece of a turn's time.
 */
export type SpentPiece = { 
/**
 * Whose it is.
 */
share: keyof Shares, 
/**
 * From when.
 */
from_t: number, 
/**
 * Until when.
 */
to_t: number, };

/**
 * A status at its moment.
 */
export type StatusChange = { 
/**
 * The frame that told it.
 */
frame: number, 
/**
 * When.
 */
t: number, 
/**
 * The status; `cancelled` where the client closed it.
 */
status: string, };

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

/**
 * Moments to step to.
 */
export type Steps = { 
/**
 * The frame of the nearest one before.
 */
before: number | null, 
/**
 * The frame of the nearest one behind.
 */
after: number | null, };

/**
 * A stretch of time and its place in the width.
 */
export type Stretch = { 
/**
 * When it begins.
 */
from_t: number, 
/**
 * When it ends.
 */
to_t: number, 
/**
 * Where it begins, from 0 to 1.
 */
from_x: number, 
/**
 * Where it ends.
 */
to_x: number, };

/**
 * A time from one moment to another.
 */
export type TimeSpan = { 
/**
 * From when.
 */
from_t: number, 
/**
 * Until when.
 */
to_t: number | null, };

/**
 * A window of a session's items.
 */
export type TimelinePage = { 
/**
 * The frame of the moment.
 */
at: number, 
/**
 * Items of the session.
 */
total: number, 
/**
 * The place of the first item of the window.
 */
from: number, 
/**
 * The place of the item that the frame in focus has made or changed; none if that is none of this session.
 */
focus: number | null, 
/**
 * The window.
 */
items: Array<Item>, 
/**
 * The turns that these items belong to.
 */
turns: Array<Turn>, };

/**
 * From a prompt to its response.
 */
export type Turn = { 
/**
 * Its session.
 */
session: string | null, 
/**
 * Counted from 1.
 */
number: number, 
/**
 * The prompt's frame.
 */
first_frame: number, 
/**
 * The response's frame.
 */
last_frame: number | null, 
/**
 * When the prompt was read.
 */
t: number, 
/**
 * When the response was.
 */
ended_t: number | null, 
/**
 * Why it ended.
 */
stop_reason: string | null, 
/**
 * The error that it ended with.
 */
error: string | null, 
/**
 * The first `session/cancel` in it.
 */
cancelled_frame: number | null, 
/**
 * When the agent's first update came.
 */
first_update_t: number | null, 
/**
 * When the agent's first words came.
 */
first_text_t: number | null, 
/**
 * Updates in it.
 */
updates: number, 
/**
 * Messages of the agent in it.
 */
messages: number, 
/**
 * Tool calls in it.
 */
tool_calls: number, 
/**
 * The prompt's place in the session.
 */
first_item: number, 
/**
 * Items of the turn.
 */
items: number, 
/**
 * Tool calls, from creation to final status.
 */
tools: Array<Span>, 
/**
 * Permissions and elicitations: the human's time.
 */
waits: Array<Span>, 
/**
 * Requests that the client worked on.
 */
calls: Array<Span>, 
/**
 * Tokens in use at the first and last report.
 */
used: [number, number] | null, 
/**
 * What the turn cost.
 */
cost: Cost | null, 
/**
 * `usage` of the response (draft).
 */
usage: unknown, 
/**
 * Where its time went; of a turn that runs, until now.
 */
time: Spent, };

/**
 * Turns that stand together.
 */
export type TurnMark = { 
/**
 * The number of the first.
 */
number: number, 
/**
 * How many they are.
 */
count: number, 
/**
 * The prompt's frame.
 */
frame: number, 
/**
 * When the first begins.
 */
from_t: number, 
/**
 * When the last ends.
 */
to_t: number | null, };

/**
 * Where the turns of a session stand, as of the present: columns, a turn at each place.
 */
export type TurnPlaces = { 
/**
 * The last frame that was folded.
 */
at: number, 
/**
 * Turns before the first that is given.
 */
from: number, 
/**
 * The prompts' frames.
 */
first_frame: Array<number>, 
/**
 * The responses' frames.
 */
last_frame: Array<number | null>, 
/**
 * The prompts' places in the session.
 */
first_item: Array<number>, 
/**
 * Items of each turn.
 */
items: Array<number>, 
/**
 * The error or the stop reason that it ended with, cut short.
 */
end: Array<string | null>, };

/**
 * A window of turns.
 */
export type TurnsPage = { 
/**
 * The frame of the moment.
 */
at: number, 
/**
 * Turns that there are.
 */
total: number, 
/**
 * The place of the first turn of the window, from 0.
 */
from: number, 
/**
 * The window.
 */
turns: Array<Turn>, };

/**
 * A report of use.
 */
export type Usage = { 
/**
 * Its frame.
 */
frame: number, 
/**
 * When it was read.
 */
t: number, 
/**
 * Tokens in use.
 */
used: number | null, 
/**
 * Tokens that fit.
 */
size: number | null, 
/**
 * The sum so far.
 */
cost: Cost | null, };

/**
 * A term of a filter with the frames that pass it.
 */
export type WhyTerm = { 
/**
 * Its text.
 */
text: string, 
/**
 * Frames that pass this term alone.
 */
alone: number, 
/**
 * Frames that pass all the others; absent for the only term.
 */
without: number | null, 
/**
 * The filter without it.
 */
rest: string, };
