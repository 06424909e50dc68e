-- Reconstructed conversations, kept so that a long recording opens at once.
--
-- Derived: may be deleted and is made again from the frames, also when a newer acp-scope reads them differently. The table
-- `turns` is made with it; while a recording is live, its indexer writes the turns as they begin and end.

-- A timeline as acp-scope keeps it, a few megabytes a row. Private: its form changes with the version.
CREATE TABLE timelines (
    id        INTEGER PRIMARY KEY,
    recording INTEGER NOT NULL,
    part      INTEGER NOT NULL,                -- from 0
    version   INTEGER NOT NULL,                -- of the code that made it
    frames    INTEGER NOT NULL,                -- how many frames it is made of
    data      BLOB NOT NULL,
    UNIQUE (recording, part)
);

-- Turns in words.
CREATE VIEW v_turns AS
SELECT t.recording, s.session_id AS session, t.number AS turn, t.first_frame, t.last_frame,
       round(p.t / 1e9, 6) AS seconds, round((r.t - p.t) / 1e9, 6) AS took, t.stop_reason, t.detail
FROM turns t
JOIN sessions s ON s.id = t.session
LEFT JOIN frames p ON p.id = t.recording << 32 | t.first_frame
LEFT JOIN frames r ON r.id = t.recording << 32 | t.last_frame;
