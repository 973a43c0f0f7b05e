-- Work that waits for its turn, runs or has ended. `reserved` is set aside while a job is open: what an account holds is
-- the sum over its open jobs. An item of a batch over its budget waits with less than its price.
CREATE TABLE jobs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL,
  account_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  source TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('scrape', 'parse', 'api')),
  parser_id TEXT,
  parser_version INTEGER,
  api_id TEXT,
  input TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'running', 'completed', 'failed', 'cancelled', 'skipped')),
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
CREATE INDEX jobs_of_account ON jobs (account_id, seq);
CREATE INDEX jobs_of_batch ON jobs (batch_id, state, reserved, used) WHERE batch_id IS NOT NULL;
CREATE INDEX jobs_ready ON jobs (account_id, priority DESC, seq, run_at) WHERE state = 'pending' AND reserved = price;
CREATE INDEX jobs_leased ON jobs (lease_until) WHERE state = 'running';
CREATE INDEX jobs_open ON jobs (account_id, key_id, reserved) WHERE state IN ('pending', 'running');

-- What jobs leave behind, packed where that is worth it: their result, and the page that they read.
CREATE TABLE job_files (
  seq INTEGER PRIMARY KEY,
  job INTEGER NOT NULL REFERENCES jobs (seq) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('result', 'page')),
  url TEXT,
  content_type TEXT,
  body BLOB NOT NULL,
  packed INTEGER NOT NULL,
  size INTEGER NOT NULL,
  kept_at INTEGER NOT NULL,
  UNIQUE (job, kind)
) STRICT;

-- Their bytes together, kept by the triggers.
CREATE TABLE job_bytes (total INTEGER NOT NULL) STRICT;
INSERT INTO job_bytes VALUES (0);
CREATE TRIGGER job_file_added AFTER INSERT ON job_files BEGIN
  UPDATE job_bytes SET total = total + NEW.size;
END;
CREATE TRIGGER job_file_removed AFTER DELETE ON job_files BEGIN
  UPDATE job_bytes SET total = total - OLD.size;
END;
