-- What runs by itself. `next_at` is the tick that comes next, `due_at` when it is to fire (its jitter added); both are null
-- for one that is paused or deleted. `target` is the id of what it needs, null for an API.
CREATE TABLE crons (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  target TEXT,
  enabled INTEGER NOT NULL,
  next_at INTEGER,
  due_at INTEGER,
  -- Runs that failed in a row.
  failures INTEGER NOT NULL DEFAULT 0,
  paused_reason TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX crons_of_account ON crons (account_id, created_at, id);
CREATE INDEX crons_due ON crons (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX crons_of_target ON crons (target) WHERE target IS NOT NULL;

-- One row a tick, run or skipped: that a tick cannot fire twice is the first index. A run by hand has no tick. `until` is
-- the last of many ticks that one row tells of. `subject` is the job, batch or workflow run that it made.
CREATE TABLE cron_runs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  cron_id TEXT NOT NULL REFERENCES crons (id) ON DELETE CASCADE,
  scheduled_for INTEGER,
  until INTEGER,
  cause TEXT NOT NULL CHECK (cause IN ('schedule', 'catch_up', 'manual')),
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'completed', 'failed', 'cancelled', 'skipped')),
  reason TEXT,
  error TEXT,
  subject TEXT,
  reserved INTEGER NOT NULL DEFAULT 0,
  used INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE UNIQUE INDEX cron_runs_once ON cron_runs (cron_id, scheduled_for);
CREATE INDEX cron_runs_of_cron ON cron_runs (cron_id, seq);
CREATE INDEX cron_runs_started ON cron_runs (cron_id, started_at, reserved, used) WHERE started_at IS NOT NULL;
CREATE INDEX cron_runs_open ON cron_runs (cron_id, state) WHERE state IN ('queued', 'running');
CREATE INDEX cron_runs_of_subject ON cron_runs (subject) WHERE state = 'running';
CREATE INDEX cron_runs_by_age ON cron_runs (created_at);

ALTER TABLE jobs ADD COLUMN cron_id TEXT;
ALTER TABLE batches ADD COLUMN cron_id TEXT;
