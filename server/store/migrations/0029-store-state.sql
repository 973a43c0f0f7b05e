-- The steps that made this store, with the sum of the text that each had; null where it is not known.
CREATE TABLE applied_steps (
  number INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  checksum TEXT
) STRICT;

-- Which store this is and how far it has come, to compare with the file beside it: one row.
CREATE TABLE store_state (
  id TEXT NOT NULL,
  generation INTEGER NOT NULL,
  -- The last loss that was noticed: when, and what to tell of it.
  lost_at INTEGER,
  loss TEXT,
  -- The last copy that `winnow backup` made.
  backup TEXT
) STRICT;
INSERT INTO store_state (id, generation) VALUES (lower(hex(randomblob(16))), 0);
