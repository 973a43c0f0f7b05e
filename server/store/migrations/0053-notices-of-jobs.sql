-- What the result of a job lacks, in one word, as `X-Notice` of the call itself says it.
ALTER TABLE job_ends ADD COLUMN notice TEXT;
ALTER TABLE list_pages ADD COLUMN notice TEXT;

DROP VIEW jobs;
CREATE VIEW jobs AS
SELECT spec.*,
  coalesce(ended.state, open.state) AS state,
  coalesce(ended.attempt, open.attempt) AS attempt,
  coalesce(ended.run_at, open.run_at) AS run_at,
  coalesce(open.reserved, 0) AS reserved,
  coalesce(ended.used, 0) AS used,
  ended.pages,
  ended.notice,
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
