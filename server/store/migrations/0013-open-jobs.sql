-- `finished_at` says which jobs are open, so that a search for one state still gives them in the order in which they are
-- taken, and asks nothing of the table for those that it passes over.
DROP INDEX jobs_open;
CREATE INDEX jobs_open ON jobs (account_id, state, priority DESC, seq, run_at, price, reserved, batch_id, finished_at)
WHERE finished_at IS NULL;
-- Where the data of a completed job came from, separated by blanks. With it the row itself tells of the attempt that
-- completed it, so that `attempts` grows by those alone that came to nothing.
ALTER TABLE jobs ADD COLUMN sources TEXT NOT NULL DEFAULT '';
