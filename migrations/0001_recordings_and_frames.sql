-- The first schema: recordings, their frames byte for byte, and what is known about each frame.
--
-- People query this file with `sqlite3`; start with the views `v_recordings`, `v_frames` and `v_calls`, whose
-- columns read without knowledge of the tables. docs/queries.md has ten examples.
--
-- Times are nanoseconds. `t` counts from the start of its recording, by a clock that never jumps; a
-- column named `..._at` is wall clock since 1970, UTC.

-- One run of the proxy, or one imported file: one client talking to one agent, over any number of sessions.
CREATE TABLE recordings (
    id               INTEGER PRIMARY KEY,      -- the number by which people call it
    uuid             TEXT NOT NULL UNIQUE,
    name             TEXT,                     -- given by the user
    origin           TEXT NOT NULL,            -- 'run', 'demo' or 'import'
    phase            TEXT NOT NULL,            -- 'live', 'ended' or 'killed' (the proxy was; what it had is here)
    command          TEXT NOT NULL DEFAULT '[]', -- the agent's command line, a JSON array
    cwd              TEXT,                     -- the folder in which the agent was started
    env_names        TEXT NOT NULL DEFAULT '[]', -- names of environment variables, a JSON array; never values
    source           TEXT,                     -- the imported file's name
    header           TEXT,                     -- the imported file's first line as it was
    started_at       INTEGER,                  -- NULL when an imported file does not tell
    ended_t          INTEGER,                  -- when the agent ended
    exit_code        INTEGER,                  -- the agent's exit code …
    exit_signal      INTEGER,                  -- … or the signal that ended it
    client_name      TEXT, client_title TEXT, client_version TEXT,  -- from initialize
    agent_name       TEXT, agent_title  TEXT, agent_version  TEXT,
    protocol_version TEXT,                     -- as the agent answered it, JSON
    frames           INTEGER NOT NULL DEFAULT 0,
    bytes            INTEGER NOT NULL DEFAULT 0, -- of all frames, line ends not counted
    stderr_lines     INTEGER NOT NULL DEFAULT 0,
    problems         INTEGER NOT NULL DEFAULT 0, -- frames with something odd about their form
    last_t           INTEGER NOT NULL DEFAULT 0, -- of the last frame or stderr line
    judged_by        INTEGER,                  -- version of the rules that made the findings; NULL: not judged
    errors           INTEGER NOT NULL DEFAULT 0, -- findings by severity
    warnings         INTEGER NOT NULL DEFAULT 0,
    infos            INTEGER NOT NULL DEFAULT 0,
    missing          TEXT,                     -- what could not be recorded, in words
    made_by          TEXT NOT NULL             -- version of acp-scope
);

-- Method names and sessionUpdate variants, each stored once: a frame names them by number.
CREATE TABLE names (
    id   INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

-- ACP sessions seen in a recording.
CREATE TABLE sessions (
    id          INTEGER PRIMARY KEY,
    recording   INTEGER NOT NULL,
    session_id  TEXT NOT NULL,                 -- as the agent made it
    first_frame INTEGER NOT NULL,              -- number of the first frame that names it
    UNIQUE (recording, session_id)
);

-- What is known about each frame. Its bytes are in `payloads`: apart, so that lists and filters read
-- forty bytes a frame and not all of it.
CREATE TABLE frames (
    id        INTEGER PRIMARY KEY,             -- recording * 2^32 + number: rows of a recording stand together
    recording INTEGER GENERATED ALWAYS AS (id >> 32) VIRTUAL,
    number    INTEGER GENERATED ALWAYS AS (id & 4294967295) VIRTUAL,
    t         INTEGER NOT NULL,                -- when the last byte was read
    span      INTEGER NOT NULL,                -- from the first byte to the last
    dir       INTEGER NOT NULL,                -- 0 client to agent, 1 agent to client
    kind      INTEGER NOT NULL,                -- 0 invalid, 1 request, 2 response, 3 error, 4 notification, 5 batch
    size      INTEGER NOT NULL,                -- bytes, line end not counted
    flags     INTEGER NOT NULL DEFAULT 0,      -- 1: no line end followed; 2: the bytes are in payload_parts
    method    INTEGER,                         -- names.id; of a response, the method that it answers
    variant   INTEGER,                         -- names.id of the sessionUpdate
    session   INTEGER,                         -- sessions.id
    rpc_id    TEXT,                            -- the JSON-RPC id as JSON: 1, "1", 1.0 and null differ
    pair      INTEGER,                         -- number of the response to this request, or the other way round
    latency   INTEGER,                         -- from request to response, on both
    problem   TEXT                             -- what is odd about its form, a line each
);

-- The exact bytes of frames, without the line feed. `CAST(raw AS TEXT)` shows them.
CREATE TABLE payloads (
    id  INTEGER PRIMARY KEY,                   -- frames.id
    raw BLOB NOT NULL
);

-- The bytes of frames beyond a megabyte, a megabyte a row.
CREATE TABLE payload_parts (
    frame INTEGER NOT NULL,                    -- frames.id
    part  INTEGER NOT NULL,                    -- from 0
    raw   BLOB NOT NULL,
    PRIMARY KEY (frame, part)
) WITHOUT ROWID;

-- The messages inside of frames that are JSON-RPC batches.
CREATE TABLE batch_messages (
    frame   INTEGER NOT NULL,                  -- frames.id
    item    INTEGER NOT NULL,                  -- from 1
    kind    INTEGER NOT NULL,                  -- as in frames
    method  INTEGER,
    variant INTEGER,
    session INTEGER,
    rpc_id  TEXT,
    pair    INTEGER,                           -- number of the frame that holds the other half
    latency INTEGER,
    PRIMARY KEY (frame, item)
) WITHOUT ROWID;

-- What the agent wrote to stderr. A line beyond a megabyte is kept in pieces without a line end.
CREATE TABLE stderr_lines (
    recording   INTEGER NOT NULL,
    seq         INTEGER NOT NULL,              -- orders stderr lines and marks of a recording among each other
    after_frame INTEGER NOT NULL,              -- number of the last frame before it, 0 for none
    t           INTEGER NOT NULL,
    span        INTEGER NOT NULL,
    line        BLOB NOT NULL,
    line_end    INTEGER NOT NULL,              -- 1 when a line feed followed
    PRIMARY KEY (recording, seq)
) WITHOUT ROWID;

-- Moments that are neither frames nor stderr: the end of a stream, a gap in the recording.
CREATE TABLE marks (
    recording   INTEGER NOT NULL,
    seq         INTEGER NOT NULL,
    after_frame INTEGER NOT NULL,
    t           INTEGER NOT NULL,
    kind        TEXT NOT NULL,                 -- 'end' (of a stream) or 'gap'
    stream      TEXT,                          -- 'c2a', 'a2c' or 'err'
    detail      TEXT,                          -- in words
    PRIMARY KEY (recording, seq)
) WITHOUT ROWID;

-- How far the journal of a recording is indexed. Written in the same transaction as the rows, so that every
-- byte becomes a row exactly once; gone when the recording is complete.
CREATE TABLE indexing (
    recording INTEGER PRIMARY KEY,
    resume    TEXT NOT NULL                    -- JSON, private to acp-scope
);

-- Violations of the protocol. Derived: may be deleted and is made again by a newer rule set.
CREATE TABLE findings (
    id        INTEGER PRIMARY KEY,
    recording INTEGER NOT NULL,
    frame     INTEGER NOT NULL,                -- number of the frame at fault
    rule      TEXT NOT NULL,                   -- docs/rules.md explains each
    severity  TEXT NOT NULL,                   -- 'error', 'warning' or 'info'
    side      TEXT NOT NULL,                   -- at fault: 'client' or 'agent'
    pointer   TEXT NOT NULL,                   -- JSON pointer into the frame, '' for all of it
    message   TEXT NOT NULL,
    session   TEXT,                            -- the ACP session it is about
    related   TEXT NOT NULL DEFAULT '[]',      -- numbers of frames that show why, a JSON array
    stability TEXT NOT NULL                    -- 'stable' or 'draft': of the broken rule
);
CREATE INDEX findings_by_frame ON findings (recording, frame);

-- Turns of sessions. Derived, like findings.
CREATE TABLE turns (
    recording   INTEGER NOT NULL,
    session     INTEGER NOT NULL,              -- sessions.id
    number      INTEGER NOT NULL,              -- from 1 in its session
    first_frame INTEGER NOT NULL,
    last_frame  INTEGER,                       -- NULL while it goes on
    stop_reason TEXT,
    detail      TEXT,                          -- JSON
    PRIMARY KEY (recording, session, number)
) WITHOUT ROWID;

-- What people mark: bookmarks and notes on frames.
CREATE TABLE bookmarks (
    id        INTEGER PRIMARY KEY,
    recording INTEGER NOT NULL,
    frame     INTEGER,
    note      TEXT,
    made_at   INTEGER NOT NULL
);
CREATE INDEX bookmarks_by_recording ON bookmarks (recording, frame);

-- Recordings in words.
CREATE VIEW v_recordings AS
SELECT id AS recording,
       coalesce(name, agent_title, agent_name, json_extract(command, '$[0]'), source) AS title,
       origin, phase,
       strftime('%Y-%m-%dT%H:%M:%fZ', started_at / 1e9, 'unixepoch') AS started,
       round(max(last_t, coalesce(ended_t, 0)) / 1e9, 3) AS seconds,
       client_name AS client, agent_name AS agent, agent_version, protocol_version,
       frames, bytes, stderr_lines, problems, errors, warnings, infos, exit_code, exit_signal, cwd, command, source, missing, uuid
FROM recordings;

-- Frames in words: one row a frame, with its text (absent for a frame in parts). `WHERE recording = 3`
-- reads only the frames of that recording.
CREATE VIEW v_frames AS
SELECT r.id AS recording, f.number AS frame, round(f.t / 1e9, 6) AS seconds,
       CASE f.dir WHEN 0 THEN 'c2a' ELSE 'a2c' END AS dir,
       CASE f.kind WHEN 1 THEN 'request' WHEN 2 THEN 'response' WHEN 3 THEN 'error'
                   WHEN 4 THEN 'notification' WHEN 5 THEN 'batch' ELSE 'invalid' END AS kind,
       m.name AS method, v.name AS variant, s.session_id AS session,
       f.rpc_id, f.size, f.pair, round(f.latency / 1e9, 6) AS latency, f.problem,
       f.flags & 1 = 0 AS terminated, f.flags & 2 = 2 AS in_parts,
       CAST(p.raw AS TEXT) AS text
FROM recordings r
CROSS JOIN frames f ON f.id BETWEEN r.id << 32 AND r.id << 32 | 4294967295
LEFT JOIN names m ON m.id = f.method
LEFT JOIN names v ON v.id = f.variant
LEFT JOIN sessions s ON s.id = f.session
LEFT JOIN payloads p ON p.id = f.id;

-- Requests with their responses: one row a call, those inside of batches too.
CREATE VIEW v_calls AS
SELECT q.recording, q.number AS request, q.pair AS response,
       CASE q.dir WHEN 0 THEN 'client' ELSE 'agent' END AS asked_by,
       m.name AS method, s.session_id AS session, q.rpc_id,
       round(q.t / 1e9, 6) AS seconds, round(q.latency / 1e9, 6) AS latency,
       CASE r.kind WHEN 2 THEN 'result' WHEN 3 THEN 'error' WHEN 5 THEN 'in a batch'
                   ELSE 'unanswered' END AS outcome,
       CAST(qp.raw AS TEXT) AS request_text, CAST(rp.raw AS TEXT) AS response_text
FROM (
    SELECT w.id AS recording, f.id, f.number, f.dir, f.t, f.method, f.session, f.rpc_id, f.pair, f.latency
    FROM recordings w
    CROSS JOIN frames f ON f.id BETWEEN w.id << 32 AND w.id << 32 | 4294967295
    WHERE f.kind = 1
    UNION ALL
    SELECT w.id, f.id, f.number, f.dir, f.t, b.method, b.session, b.rpc_id, b.pair, b.latency
    FROM recordings w
    CROSS JOIN batch_messages b ON b.frame BETWEEN w.id << 32 AND w.id << 32 | 4294967295
    CROSS JOIN frames f ON f.id = b.frame
    WHERE b.kind = 1
) q
LEFT JOIN names m ON m.id = q.method
LEFT JOIN sessions s ON s.id = q.session
LEFT JOIN frames r ON r.id = q.recording << 32 | q.pair
LEFT JOIN payloads qp ON qp.id = q.id
LEFT JOIN payloads rp ON rp.id = r.id;

-- What agents wrote to stderr, as text.
CREATE VIEW v_stderr AS
SELECT recording, seq, after_frame, round(t / 1e9, 6) AS seconds, CAST(line AS TEXT) AS line
FROM stderr_lines;
