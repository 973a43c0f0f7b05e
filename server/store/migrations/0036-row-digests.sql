-- How `database.rows.changed` comes to a webhook. Those that are there already were promised an event for every write.
ALTER TABLE webhooks ADD COLUMN row_changes TEXT NOT NULL DEFAULT 'digest' CHECK (row_changes IN ('each', 'digest'));
UPDATE webhooks SET row_changes = 'each';

-- What a batch, a run, a job or a call has changed so far in a database, until it is told to webhooks as one event. `since` is
-- the number of the last change in the feed before the first of these, `first` a JSON list of the numbers of the first.
CREATE TABLE row_digests (
  origin TEXT NOT NULL,
  database_id TEXT NOT NULL REFERENCES databases (id) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  added INTEGER NOT NULL DEFAULT 0,
  changed INTEGER NOT NULL DEFAULT 0,
  returned INTEGER NOT NULL DEFAULT 0,
  removed INTEGER NOT NULL DEFAULT 0,
  since INTEGER NOT NULL,
  first TEXT NOT NULL DEFAULT '[]',
  -- Nothing more comes but the removal of missing rows.
  ended INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (origin, database_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX row_digests_of_database ON row_digests (database_id);

-- The batch, run or job that was complete.
ALTER TABLE database_runs ADD COLUMN origin TEXT;
