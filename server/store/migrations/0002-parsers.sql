CREATE TABLE parsers (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX parsers_of_account ON parsers (account_id, created_at, id);

-- Every change makes a version; nothing rewrites one.
CREATE TABLE parser_versions (
  parser_id TEXT NOT NULL REFERENCES parsers (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  document TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (parser_id, version)
) STRICT, WITHOUT ROWID;

-- How often each field of a parser held a value, by UTC day.
CREATE TABLE parser_fills (
  parser_id TEXT NOT NULL REFERENCES parsers (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  field TEXT NOT NULL,
  filled INTEGER NOT NULL,
  total INTEGER NOT NULL,
  PRIMARY KEY (parser_id, day, field)
) STRICT, WITHOUT ROWID;
