CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  account_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  url TEXT NOT NULL,
  description TEXT NOT NULL,
  -- Types of events and `group.*`, separated by blanks.
  events TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  -- Kept as it is: it signs what is sent.
  secret TEXT NOT NULL,
  failing_since INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX webhooks_of_account ON webhooks (account_id, created_at, id);

-- The log and the outbox in one: an event for one webhook. While it waits, `next_at` says when its next attempt is due;
-- while it is being sent, that is when another may try, should this one never end.
CREATE TABLE deliveries (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
  event_id TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts TEXT NOT NULL DEFAULT '[]',
  next_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX deliveries_of_webhook ON deliveries (webhook_id, seq);
CREATE INDEX deliveries_due ON deliveries (next_at) WHERE state = 'pending';
CREATE INDEX deliveries_by_age ON deliveries (created_at);
