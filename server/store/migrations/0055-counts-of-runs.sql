-- How many items a run has had. A run has its input and its graph in its own row, which may be megabytes: each change of a number
-- there would write all of them again.
CREATE TABLE workflow_counts (
  run INTEGER PRIMARY KEY REFERENCES workflow_runs (seq) ON DELETE CASCADE,
  items INTEGER NOT NULL
) STRICT;

INSERT INTO workflow_counts (run, items)
SELECT seq, items FROM workflow_runs WHERE state IN ('pending', 'running', 'waiting');

ALTER TABLE workflow_runs DROP COLUMN items;
