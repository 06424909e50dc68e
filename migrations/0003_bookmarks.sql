-- Bookmarks may be about an item of the timeline, and there is one for each frame or item.
ALTER TABLE bookmarks ADD COLUMN item TEXT;          -- the item, as the page names it; NULL for the frame itself
DELETE FROM bookmarks WHERE frame IS NULL;
CREATE UNIQUE INDEX bookmarks_once ON bookmarks (recording, frame, coalesce(item, ''));
DROP INDEX bookmarks_by_recording;

-- Raised with every change to the bookmarks of a recording, so that pages that are open hear of it.
ALTER TABLE recordings ADD COLUMN marks_changed INTEGER NOT NULL DEFAULT 0;
