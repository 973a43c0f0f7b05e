-- Nodes that wait for all their items take them some at a time, in the order of `sort_path`: the path of the value that came.
ALTER TABLE workflow_items ADD COLUMN sort_path TEXT;
UPDATE workflow_items SET sort_path = (SELECT path FROM workflow_values AS v WHERE v.seq = workflow_items.value)
WHERE state IN ('pending', 'running', 'waiting');
CREATE INDEX workflow_items_sorted ON workflow_items (run, node, sort_path, seq)
WHERE sort_path IS NOT NULL AND state = 'pending';

-- The keys that a node has seen, as hashes.
CREATE TABLE workflow_keys (
  run INTEGER NOT NULL REFERENCES workflow_runs (seq) ON DELETE CASCADE,
  node TEXT NOT NULL,
  key BLOB NOT NULL,
  PRIMARY KEY (run, node, key)
) STRICT, WITHOUT ROWID;

-- The databases that a node has written into and has not finished with, each with the number of the last write before.
CREATE TABLE workflow_marks (
  run INTEGER NOT NULL REFERENCES workflow_runs (seq) ON DELETE CASCADE,
  node TEXT NOT NULL,
  database_id TEXT NOT NULL,
  mark INTEGER NOT NULL,
  PRIMARY KEY (run, node, database_id)
) STRICT, WITHOUT ROWID;
