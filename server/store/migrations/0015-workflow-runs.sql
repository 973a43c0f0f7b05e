-- A run keeps the graph that it runs. `due_at` says when there is something to do for an open run that nobody works on;
-- `error` of an open run is why it is about to end. `parent_item` is the item of another run that waits for its end.
CREATE TABLE workflow_runs (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  workflow_id TEXT NOT NULL,
  workflow_version INTEGER NOT NULL,
  workflow_name TEXT NOT NULL,
  graph TEXT NOT NULL,
  trigger TEXT NOT NULL,
  cron_id TEXT,
  parent_run_id TEXT,
  parent_item INTEGER,
  retry_of TEXT,
  dry_run INTEGER NOT NULL,
  only_node TEXT,
  state TEXT NOT NULL CHECK (state IN ('pending', 'running', 'waiting', 'completed', 'failed', 'cancelled')),
  input TEXT NOT NULL,
  output TEXT,
  error TEXT,
  budget INTEGER,
  used INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE INDEX workflow_runs_of_account ON workflow_runs (account_id, seq);
CREATE INDEX workflow_runs_of_workflow ON workflow_runs (workflow_id, seq);
CREATE INDEX workflow_runs_due ON workflow_runs (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX workflow_runs_open ON workflow_runs (account_id, state) WHERE state IN ('pending', 'running', 'waiting');
CREATE INDEX workflow_runs_within ON workflow_runs (parent_run_id) WHERE parent_run_id IS NOT NULL;

-- A node of a run. `items_open` counts items that have arrived and not ended.
CREATE TABLE workflow_steps (
  run INTEGER NOT NULL REFERENCES workflow_runs (seq) ON DELETE CASCADE,
  node TEXT NOT NULL,
  place INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'running', 'completed', 'failed', 'skipped', 'cancelled')),
  attempt INTEGER NOT NULL DEFAULT 0,
  items_in INTEGER NOT NULL DEFAULT 0,
  items_open INTEGER NOT NULL DEFAULT 0,
  items_out INTEGER NOT NULL DEFAULT 0,
  items_failed INTEGER NOT NULL DEFAULT 0,
  credits INTEGER NOT NULL DEFAULT 0,
  error TEXT,
  started_at INTEGER,
  finished_at INTEGER,
  PRIMARY KEY (run, node)
) STRICT, WITHOUT ROWID;

-- A value at a node. It waits until `run_at`; where that is null, for the other items of a node that takes all at once,
-- or for the end of `child_run`.
CREATE TABLE workflow_items (
  seq INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES workflow_runs (seq) ON DELETE CASCADE,
  node TEXT NOT NULL,
  place INTEGER NOT NULL,
  idx INTEGER NOT NULL,
  value INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'running', 'waiting', 'completed', 'failed', 'cancelled')),
  attempt INTEGER NOT NULL DEFAULT 0,
  run_at INTEGER,
  child_run TEXT,
  error TEXT,
  credits INTEGER NOT NULL DEFAULT 0,
  arrived_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
) STRICT;
CREATE UNIQUE INDEX workflow_items_in_order ON workflow_items (run, node, idx);
CREATE INDEX workflow_items_open ON workflow_items (run, place DESC, seq, run_at)
WHERE state IN ('pending', 'running', 'waiting');

-- What a node gave for an item; the input of a run has none. A value that passes a node unchanged is kept once, by the
-- value numbered `same`. `path` sorts the values of a node as the items that they descend from.
CREATE TABLE workflow_values (
  seq INTEGER PRIMARY KEY,
  run INTEGER NOT NULL REFERENCES workflow_runs (seq) ON DELETE CASCADE,
  item INTEGER,
  node TEXT NOT NULL,
  branch TEXT NOT NULL,
  path TEXT NOT NULL,
  same INTEGER,
  body BLOB,
  packed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX workflow_values_of_node ON workflow_values (run, node, path, seq);
