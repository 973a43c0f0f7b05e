/**
 * Migration steps as they once were, before a step was frozen on release: the whole first step, and what two
 * later steps said differently.
 */
export const FIRST_ACCOUNTS = `
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

-- Append-only. A balance is the sum of the deltas. The id of a capture is made from its subject,
-- so that one subject is captured once, however often it is tried.
CREATE TABLE ledger (
  account_id TEXT NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('grant', 'capture', 'adjust')),
  delta INTEGER NOT NULL,
  subject TEXT NOT NULL,
  key_id TEXT,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX ledger_grants ON ledger (account_id, subject) WHERE kind = 'grant';

CREATE TABLE calls (
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
  created_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_of_key ON calls (key_id, created_at);
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
`

/** `database_changes` used the numbers of purged changes again. */
export const CHANGES_WITHOUT_COUNTER = {
  step: '0008-databases.sql',
  now: 'seq INTEGER PRIMARY KEY AUTOINCREMENT',
  once: 'seq INTEGER PRIMARY KEY',
}

/** Workflows had names only in their documents. */
export const WORKFLOWS_WITHOUT_NAME = {
  step: '0014-workflows.sql',
  now: '  version INTEGER NOT NULL,\n  name TEXT NOT NULL,\n',
  once: '  version INTEGER NOT NULL,\n',
}

/** Jobs were checked against lists, which is equivalent. */
export const JOBS_WITH_LISTS = {
  step: '0007-jobs.sql',
  now: "CHECK (type = 'scrape' OR type = 'parse' OR type = 'api')",
  once: "CHECK (type IN ('scrape', 'parse', 'api'))",
}
