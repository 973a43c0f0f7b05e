-- What `{{name}}` stands for in the Playground and in pasted items of an account's batches.
CREATE TABLE variables (
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  value TEXT NOT NULL,
  is_secret INTEGER NOT NULL,
  is_sealed INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;

-- Requests of the Playground that were saved under a name; their input is JSON.
CREATE TABLE saved_requests (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  operation TEXT NOT NULL,
  method TEXT,
  input TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX saved_requests_by_name ON saved_requests (account_id, name, id);
