CREATE TABLE workflows (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX workflows_of_account ON workflows (account_id, created_at, id);

-- Every change makes a version; nothing rewrites one, so that a run can be repeated as it was.
CREATE TABLE workflow_versions (
  workflow_id TEXT NOT NULL REFERENCES workflows (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (workflow_id, version)
) STRICT, WITHOUT ROWID;
