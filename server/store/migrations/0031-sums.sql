-- What calls and lines of the ledger come to, so that nobody has to read a million of them. `summed` is the number of the
-- last call and the last line that the sums hold; what is newer is added as it is asked for.
CREATE TABLE summed (
  source TEXT PRIMARY KEY,
  seq INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO summed VALUES ('calls', 0), ('ledger', 0);

-- By the begin of a UTC hour and of a UTC day.
CREATE TABLE usage_hours (
  account_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  calls INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  PRIMARY KEY (account_id, at, operation)
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_days (
  account_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  operation TEXT NOT NULL,
  calls INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  PRIMARY KEY (account_id, at, operation)
) STRICT, WITHOUT ROWID;

CREATE TABLE key_days (
  account_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  calls INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  PRIMARY KEY (account_id, key_id, at)
) STRICT, WITHOUT ROWID;

-- Rows of sums that no call is left of are removed.
CREATE INDEX usage_hours_empty ON usage_hours (at) WHERE calls = 0;
CREATE INDEX usage_days_empty ON usage_days (at) WHERE calls = 0;
CREATE INDEX key_days_empty ON key_days (at) WHERE calls = 0;

CREATE TABLE balances (
  account_id TEXT PRIMARY KEY,
  credits INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What keys captured, by UTC day.
CREATE TABLE key_spending (
  account_id TEXT NOT NULL,
  key_id TEXT NOT NULL,
  at INTEGER NOT NULL,
  credits INTEGER NOT NULL,
  PRIMARY KEY (account_id, key_id, at)
) STRICT, WITHOUT ROWID;

-- Few among many, and looked for by that. A paid call that gave its data is in neither.
CREATE INDEX calls_failed ON calls (account_id, seq) WHERE status >= 400;
CREATE INDEX ledger_given ON ledger (account_id, seq) WHERE kind <> 'capture';
