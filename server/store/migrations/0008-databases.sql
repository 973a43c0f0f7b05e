CREATE TABLE databases (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  -- Rows that are not marked as removed.
  row_count INTEGER NOT NULL DEFAULT 0,
  -- Writes so far: what a complete write does not see again is missing.
  writes INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX databases_of_account ON databases (account_id, created_at, id);

-- `key` is the primary key's values as a JSON list, null in a database without one. `seen_in` is the number of the last write
-- that held the row. Columns that are filtered or sorted by get an index of their own, of one database each.
CREATE TABLE database_rows (
  seq INTEGER PRIMARY KEY,
  database_id TEXT NOT NULL REFERENCES databases (id) ON DELETE CASCADE,
  id TEXT NOT NULL UNIQUE,
  key TEXT,
  data TEXT NOT NULL,
  source TEXT NOT NULL,
  seen_in INTEGER NOT NULL,
  first_seen_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  removed_at INTEGER
) STRICT;
CREATE INDEX database_rows_in_order ON database_rows (database_id, seq);
CREATE UNIQUE INDEX database_rows_by_key ON database_rows (database_id, key) WHERE key IS NOT NULL;

-- Append-only: what happened to rows, in the order in which it did.
CREATE TABLE database_changes (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  database_id TEXT NOT NULL REFERENCES databases (id) ON DELETE CASCADE,
  row_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('added', 'changed', 'removed', 'returned')),
  fields TEXT NOT NULL,
  data TEXT NOT NULL,
  source TEXT NOT NULL,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX database_changes_in_order ON database_changes (database_id, seq);
CREATE INDEX database_changes_of_row ON database_changes (row_id, seq);
