-- Deliveries are claimed by webhook, in turn by the host of the receiver and by account. `due_at` is when the next delivery
-- that waits for a webhook is due, null where none waits; `served` is the number of the turn in which it was last claimed.
ALTER TABLE webhooks ADD COLUMN host TEXT NOT NULL DEFAULT '';
ALTER TABLE webhooks ADD COLUMN due_at INTEGER;
ALTER TABLE webhooks ADD COLUMN served INTEGER NOT NULL DEFAULT 0;

DROP INDEX deliveries_due;
CREATE INDEX deliveries_waiting ON deliveries (webhook_id, next_at) WHERE state = 'pending';
CREATE INDEX webhooks_due ON webhooks (due_at) WHERE enabled = 1 AND deleted_at IS NULL;

UPDATE webhooks SET
  due_at = (SELECT min(next_at) FROM deliveries WHERE webhook_id = webhooks.id AND state = 'pending'),
  host = (
    SELECT lower(CASE
      WHEN authority LIKE '[%' THEN substr(authority, 2, instr(authority, ']') - 2)
      WHEN instr(authority, ':') THEN substr(authority, 1, instr(authority, ':') - 1)
      ELSE authority END)
    FROM (
      SELECT substr(rest, 1, instr(replace(replace(rest, '?', '/'), '#', '/') || '/', '/') - 1) AS authority
      FROM (SELECT substr(url, instr(url, '://') + 3) AS rest)
    )
  );
