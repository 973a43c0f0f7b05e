-- A job is written once as it is made and once as it ended. What changes in between is a narrow row, in the order in which
-- jobs are taken: a change of state rewrites that alone, and the end removes it.
ALTER TABLE jobs RENAME TO job_specs;

CREATE TABLE open_jobs (
  account_id TEXT NOT NULL,
  priority INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state = 'pending' OR state = 'running'),
  attempt INTEGER NOT NULL DEFAULT 0,
  run_at INTEGER NOT NULL,
  lease_until INTEGER,
  price INTEGER NOT NULL,
  reserved INTEGER NOT NULL,
  batch_id TEXT,
  started_at INTEGER,
  -- Of the last attempt, for a job that waits again.
  error TEXT,
  timings TEXT,
  attempts TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (account_id, priority DESC, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO open_jobs
SELECT account_id, priority, seq, state, attempt, run_at, lease_until, price, reserved, batch_id, started_at, error,
  timings, attempts
FROM job_specs WHERE finished_at IS NULL;
CREATE INDEX open_jobs_of_batch ON open_jobs (batch_id, state, reserved) WHERE batch_id IS NOT NULL;
-- Those that may not be due yet: a new job always is.
CREATE INDEX open_jobs_again ON open_jobs (account_id, run_at) WHERE state = 'pending' AND error IS NOT NULL;

-- How jobs ended. `body` is the result of one that completed, as text or packed, until it expires.
CREATE TABLE job_ends (
  job INTEGER PRIMARY KEY REFERENCES job_specs (seq) ON DELETE CASCADE,
  batch_id TEXT,
  state TEXT NOT NULL CHECK (state = 'completed' OR state = 'failed' OR state = 'cancelled' OR state = 'skipped'),
  attempt INTEGER NOT NULL,
  run_at INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  timings TEXT,
  sources TEXT NOT NULL DEFAULT '',
  attempts TEXT NOT NULL DEFAULT '[]',
  rows TEXT,
  started_at INTEGER,
  finished_at INTEGER NOT NULL,
  expires_at INTEGER,
  size INTEGER,
  body ANY
) STRICT;
INSERT INTO job_ends
SELECT seq, batch_id, state, attempt, run_at, used, error, timings, sources, attempts, rows, started_at, finished_at,
  expires_at, size, iif(packed, body, CAST(body AS TEXT))
FROM job_specs LEFT JOIN job_results ON job = seq WHERE finished_at IS NOT NULL;
DROP TABLE job_results;
CREATE INDEX job_ends_of_batch ON job_ends (batch_id, state, used) WHERE batch_id IS NOT NULL;
CREATE INDEX job_ends_with_result ON job_ends (finished_at, size) WHERE size IS NOT NULL;

DROP INDEX jobs_open;
DROP INDEX jobs_of_batch;
ALTER TABLE job_specs DROP COLUMN state;
ALTER TABLE job_specs DROP COLUMN attempt;
ALTER TABLE job_specs DROP COLUMN run_at;
ALTER TABLE job_specs DROP COLUMN lease_until;
ALTER TABLE job_specs DROP COLUMN reserved;
ALTER TABLE job_specs DROP COLUMN used;
ALTER TABLE job_specs DROP COLUMN error;
ALTER TABLE job_specs DROP COLUMN timings;
ALTER TABLE job_specs DROP COLUMN sources;
ALTER TABLE job_specs DROP COLUMN attempts;
ALTER TABLE job_specs DROP COLUMN rows;
ALTER TABLE job_specs DROP COLUMN started_at;
ALTER TABLE job_specs DROP COLUMN finished_at;
ALTER TABLE job_specs DROP COLUMN expires_at;
-- Items go with their batch.
CREATE INDEX job_specs_of_batch ON job_specs (batch_id) WHERE batch_id IS NOT NULL;

-- Jobs as they are read.
CREATE VIEW jobs AS
SELECT spec.*,
  coalesce(ended.state, open.state) AS state,
  coalesce(ended.attempt, open.attempt) AS attempt,
  coalesce(ended.run_at, open.run_at) AS run_at,
  coalesce(open.reserved, 0) AS reserved,
  coalesce(ended.used, 0) AS used,
  coalesce(ended.error, open.error) AS error,
  coalesce(ended.timings, open.timings) AS timings,
  coalesce(ended.sources, '') AS sources,
  coalesce(ended.attempts, open.attempts) AS attempts,
  ended.rows,
  coalesce(ended.started_at, open.started_at) AS started_at,
  ended.finished_at,
  ended.expires_at
FROM job_specs AS spec
LEFT JOIN open_jobs AS open
  ON open.account_id = spec.account_id AND open.priority = spec.priority AND open.seq = spec.seq
LEFT JOIN job_ends AS ended ON ended.job = spec.seq;
