-- An index for searching: which blocks of sixteen frames can have a text, a method, a session in them.
--
-- Derived: it may be emptied (DELETE FROM text_progress; INSERT INTO text_index(text_index) VALUES ('delete-all')) and is
-- made again, a batch at a time, by the page or a search, never while frames come in. What it names are candidates; the
-- frames themselves decide. Frames that are not in it yet are read through.

-- A row is a block: rowid = frames.id >> 4. Its words are the three-byte sequences of the frames' text in lower case, as five
-- characters of base 32, and w…, x…, y…, z… for what the frames' rows say. Neither text nor places are kept.
CREATE VIRTUAL TABLE text_index USING fts5 (
    words, content = '', contentless_delete = 1, detail = none, tokenize = 'ascii'
);

-- How far a recording is in the index. Written with the blocks, in one transaction.
CREATE TABLE text_progress (
    recording INTEGER PRIMARY KEY,
    upto      INTEGER NOT NULL                 -- number of the last frame that is in it
);
