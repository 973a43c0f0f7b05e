-- Browsers that are signed in to the app: each holds a secret, of which only a hash is kept.
CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL UNIQUE,
  browser TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
