-- Complete writes of a database that is replaced count in the order in which they began: what one wrote that began before the
-- last to have ended is gone, whenever it was written. `complete_to` is the number of the last write before that one began.
ALTER TABLE databases ADD COLUMN complete_to INTEGER NOT NULL DEFAULT 0;
