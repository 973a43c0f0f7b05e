-- Jobs may write what they have read into a database; `rows` says what came of that.
ALTER TABLE jobs ADD COLUMN database_id TEXT;
ALTER TABLE jobs ADD COLUMN rows TEXT;

-- `database_mark` is the number of the last write before the batch, null for a batch that is not the whole of anything.
ALTER TABLE batches ADD COLUMN database_id TEXT;
ALTER TABLE batches ADD COLUMN database_mark INTEGER;
ALTER TABLE batches ADD COLUMN ended_at INTEGER;

-- Complete runs after which missing rows are still to be looked for.
CREATE TABLE database_runs (
  seq INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  database_id TEXT NOT NULL REFERENCES databases (id) ON DELETE CASCADE,
  mark INTEGER NOT NULL
) STRICT;
CREATE INDEX database_runs_of_database ON database_runs (database_id);
