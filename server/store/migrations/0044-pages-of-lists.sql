-- A job may follow a list from page to page. `max_pages` is null for one that makes a single call.
ALTER TABLE job_specs ADD COLUMN max_pages INTEGER;
-- What it has read of the list, as JSON.
ALTER TABLE job_ends ADD COLUMN pages TEXT;

DROP VIEW jobs;
CREATE VIEW jobs AS
SELECT spec.*,
  coalesce(ended.state, open.state) AS state,
  coalesce(ended.attempt, open.attempt) AS attempt,
  coalesce(ended.run_at, open.run_at) AS run_at,
  coalesce(open.reserved, 0) AS reserved,
  coalesce(ended.used, 0) AS used,
  ended.pages,
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
LEFT JOIN job_ends AS ended ON ended.job = spec.seq
WHERE open.seq IS NOT NULL OR ended.job IS NOT NULL;

-- Pages that were read and paid for, each from its payment until the result of the whole list is written.
CREATE TABLE list_pages (
  -- What follows the list: a job's id, or an item of a workflow run.
  subject TEXT NOT NULL,
  number INTEGER NOT NULL,
  items INTEGER NOT NULL,
  used INTEGER NOT NULL,
  kept_at INTEGER NOT NULL,
  answer TEXT NOT NULL,
  PRIMARY KEY (subject, number)
) STRICT;
CREATE INDEX list_pages_by_age ON list_pages (kept_at);
