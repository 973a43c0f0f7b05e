-- Browsers that are signed in to the app are sign-ins: sessions are what pages of a site are fetched with.
ALTER TABLE sessions RENAME TO sign_ins;

-- What a person is signed in to: the cookies and local storage that go with fetches of its hosts.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  -- NULL for what a platform keeps for all accounts.
  account_id TEXT,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  -- What its owner writes, in JSON.
  document TEXT NOT NULL,
  -- Cookies and local storage in JSON, sealed where a keychain is there.
  state TEXT NOT NULL,
  is_sealed INTEGER NOT NULL,
  -- What the state holds, for lists that do not open it.
  cookies INTEGER NOT NULL,
  storage_items INTEGER NOT NULL,
  -- When the last cookie expires that says so.
  cookies_until INTEGER,
  -- When the state was imported, or somebody logged in.
  logged_in_at INTEGER,
  -- Since when the site no longer knows it.
  expired_at INTEGER,
  -- When that was last tried.
  refused_at INTEGER,
  last_used_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX sessions_of_account ON sessions (account_id, created_at, id);
CREATE UNIQUE INDEX sessions_by_name ON sessions (coalesce(account_id, ''), name) WHERE deleted_at IS NULL;
