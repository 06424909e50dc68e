-- Words that people put on recordings, and filters that they keep.
ALTER TABLE recordings ADD COLUMN tags TEXT NOT NULL DEFAULT '[]';   -- a JSON array of texts

-- Filters of the page, kept by name.
CREATE TABLE saved_filters (
    name    TEXT PRIMARY KEY,
    filter  TEXT NOT NULL,                     -- in the filter language: docs/filter.md
    made_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Recordings in words, with their tags.
DROP VIEW v_recordings;
CREATE VIEW v_recordings AS
SELECT id AS recording,
       coalesce(name, agent_title, agent_name, json_extract(command, '$[0]'), source) AS title,
       origin, phase,
       strftime('%Y-%m-%dT%H:%M:%fZ', started_at / 1e9, 'unixepoch') AS started,
       round(max(last_t, coalesce(ended_t, 0)) / 1e9, 3) AS seconds,
       client_name AS client, agent_name AS agent, agent_version, protocol_version,
       frames, bytes, stderr_lines, problems, errors, warnings, infos, exit_code, exit_signal, cwd, command, source, missing, uuid,
       tags
FROM recordings;
