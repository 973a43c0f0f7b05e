CREATE TABLE accounts (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  concurrency INTEGER NOT NULL,
  job_concurrency INTEGER NOT NULL,
  max_pending INTEGER NOT NULL,
  unlimited INTEGER NOT NULL DEFAULT 0,
  monthly_grant INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE keys (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL REFERENCES accounts (id),
  name TEXT NOT NULL,
  hash TEXT NOT NULL UNIQUE,
  prefix TEXT NOT NULL,
  last4 TEXT NOT NULL,
  scopes TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1,
  monthly_cap INTEGER,
  expires_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX keys_of_account ON keys (account_id, id);

-- Append-only. A balance is the sum of the deltas.
CREATE TABLE ledger (
  seq INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('grant', 'capture', 'adjust')),
  delta INTEGER NOT NULL,
  subject TEXT NOT NULL,
  key_id TEXT,
  created_at INTEGER NOT NULL
) STRICT;
-- One subject counts once, however often it is tried. A single call needs no entry here: its id is new, and its capture
-- is written in one transaction with the call itself.
CREATE UNIQUE INDEX ledger_once ON ledger (account_id, kind, subject) WHERE substr(subject, 1, 4) <> 'req_';

CREATE TABLE calls (
  seq INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  operation TEXT NOT NULL,
  key_id TEXT NOT NULL,
  source TEXT NOT NULL,
  status INTEGER NOT NULL,
  error TEXT,
  credits INTEGER NOT NULL,
  sources TEXT,
  ms INTEGER NOT NULL,
  parser_id TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX calls_of_parser ON calls (parser_id, created_at) WHERE parser_id IS NOT NULL;

CREATE TABLE idempotency (
  account_id TEXT NOT NULL,
  operation TEXT NOT NULL,
  key TEXT NOT NULL,
  fingerprint TEXT NOT NULL,
  answer TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, operation, key)
) STRICT, WITHOUT ROWID;

CREATE TABLE settings (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE traces (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  body TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
