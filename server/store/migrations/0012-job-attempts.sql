-- The attempts at a job that have ended, as JSON; `run_at` of one that runs is when its attempt began.
ALTER TABLE jobs ADD COLUMN attempts TEXT NOT NULL DEFAULT '[]';
