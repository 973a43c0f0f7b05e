-- How often Winnow ended while a job or an item was under way: that is no attempt of its own.
ALTER TABLE open_jobs ADD COLUMN interruptions INTEGER NOT NULL DEFAULT 0;
ALTER TABLE workflow_items ADD COLUMN interruptions INTEGER NOT NULL DEFAULT 0;

-- The latest time that was seen while something waited for its time, in milliseconds: a clock that was set back while
-- Winnow was off shows by it.
CREATE TABLE clock (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  seen INTEGER NOT NULL
) STRICT;

-- Batches of an account that have not ended take turns.
CREATE INDEX batches_open ON batches (account_id, id) WHERE ended_at IS NULL;
