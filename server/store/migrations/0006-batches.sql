-- Many jobs of one target. Its state is derived from those of its items.
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  name TEXT,
  parser_id TEXT,
  api_id TEXT,
  max_credits INTEGER,
  concurrency INTEGER,
  retry_of TEXT,
  -- The numbers of its items, which are written together.
  first_job INTEGER NOT NULL DEFAULT 0,
  last_job INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  cancelled_at INTEGER
) STRICT;
CREATE INDEX batches_of_account ON batches (account_id, created_at, id);
