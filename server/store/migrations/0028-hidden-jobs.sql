-- The items of a large batch are written some at a time. Until all are there they are neither open nor ended, and are not
-- read as jobs.
DROP VIEW jobs;
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
LEFT JOIN job_ends AS ended ON ended.job = spec.seq
WHERE open.seq IS NOT NULL OR ended.job IS NOT NULL;
