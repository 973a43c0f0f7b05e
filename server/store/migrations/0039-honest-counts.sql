-- Sums over calls say where calls came from, and how long they took. They are built again from the calls, which are all kept
-- as long as their sums: some at a time, after the store was opened.
DROP TABLE usage_hours;
DROP TABLE usage_days;
DELETE FROM key_days;
UPDATE summed SET seq = 0 WHERE source = 'calls';

CREATE TABLE usage_hours (
  account_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  source TEXT NOT NULL,
  calls INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, at, operation, source)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_days (
  account_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  source TEXT NOT NULL,
  calls INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  ms INTEGER NOT NULL,
  PRIMARY KEY (account_id, at, operation, source)
) STRICT, WITHOUT ROWID;

CREATE INDEX usage_hours_empty ON usage_hours (at) WHERE calls = 0;
CREATE INDEX usage_days_empty ON usage_days (at) WHERE calls = 0;

-- The job whose attempt a call was. Earlier calls do not know it.
ALTER TABLE calls ADD COLUMN job_id TEXT;

-- How many values left a node by each of its branches, as a JSON object; null in runs that began before.
ALTER TABLE workflow_steps ADD COLUMN branches TEXT;

-- What failed of a run that a cron started, also of one that completed.
ALTER TABLE cron_runs ADD COLUMN failed INTEGER NOT NULL DEFAULT 0;
UPDATE cron_runs SET failed = (
  SELECT coalesce(sum(items_failed), 0) FROM workflow_steps
  JOIN workflow_runs ON workflow_runs.seq = workflow_steps.run WHERE workflow_runs.id = cron_runs.subject
) WHERE subject LIKE 'run\_%' ESCAPE '\';
UPDATE cron_runs SET failed = (
  SELECT count(*) FROM jobs JOIN batches ON jobs.seq BETWEEN batches.first_job AND batches.last_job
  WHERE batches.id = cron_runs.subject AND jobs.state = 'failed'
) WHERE subject LIKE 'bat\_%' ESCAPE '\';
UPDATE cron_runs SET failed = 1 WHERE subject LIKE 'job\_%' ESCAPE '\' AND state = 'failed';
