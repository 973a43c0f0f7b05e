-- Work that waits for its turn, runs or has ended. `reserved` is set aside while a job is open: what an account holds is
-- the sum over its open jobs. An item of a batch over its budget waits with less than its price.
CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  source TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type = 'scrape' OR type = 'parse' OR type = 'api'),
  parser_id TEXT,
  parser_version INTEGER,
  api_id TEXT,
  input TEXT NOT NULL,
  -- Spelled out: a list is built anew by each statement that changes a row.
  state TEXT NOT NULL CHECK (state = 'pending' OR state = 'running' OR state = 'completed' OR state = 'failed'
    OR state = 'cancelled' OR state = 'skipped'),
  priority INTEGER NOT NULL,
  attempt INTEGER NOT NULL DEFAULT 0,
  max_attempts INTEGER NOT NULL,
  run_at INTEGER NOT NULL,
  lease_until INTEGER,
  price INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  batch_id TEXT REFERENCES batches (id) ON DELETE CASCADE,
  idx INTEGER,
  custom_id TEXT,
  retry_of TEXT,
  timings TEXT,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  expires_at INTEGER
) STRICT;
CREATE UNIQUE INDEX jobs_by_id ON jobs (id);
CREATE INDEX jobs_of_batch ON jobs (batch_id, state, reserved, used) WHERE batch_id IS NOT NULL;
-- One index for all that is asked about open jobs: each more would cost every change of state.
CREATE INDEX jobs_open ON jobs (account_id, state, priority DESC, seq, run_at, price, reserved)
WHERE state IN ('pending', 'running');

-- What jobs leave behind: their result, and the page that they read. By the number of their job.
CREATE TABLE job_results (
  job INTEGER PRIMARY KEY REFERENCES jobs (seq) ON DELETE CASCADE,
  kept_at INTEGER NOT NULL,
  size INTEGER NOT NULL,
  packed INTEGER NOT NULL,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX job_results_by_age ON job_results (kept_at, size);

CREATE TABLE job_pages (
  job INTEGER PRIMARY KEY REFERENCES jobs (seq) ON DELETE CASCADE,
  kept_at INTEGER NOT NULL,
  size INTEGER NOT NULL,
  url TEXT,
  content_type TEXT,
  body BLOB NOT NULL
) STRICT;
CREATE INDEX job_pages_by_age ON job_pages (kept_at, size);
