-- Items that a run has had so far, at each node that they came to.
ALTER TABLE workflow_runs ADD COLUMN items INTEGER NOT NULL DEFAULT 0;

-- What a node gave for an item that has ended, where that is too much for one transaction: it goes on its way part by part.
-- `first` is the place of the first value of a part among the `total` that were given.
CREATE TABLE workflow_parts (
  seq INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES workflow_runs (seq) ON DELETE CASCADE,
  item INTEGER NOT NULL,
  first INTEGER NOT NULL,
  total INTEGER NOT NULL,
  body ANY NOT NULL
) STRICT;
CREATE INDEX workflow_parts_of_run ON workflow_parts (run, seq);

-- The branch too, so that what left by one is counted without a look at each value.
DROP INDEX workflow_values_of_node;
CREATE INDEX workflow_values_of_node ON workflow_values (run, node, path, seq, branch);
