-- A call under its `Idempotency-Key` that writes in several steps keeps here, as JSON, how far it has come: a repeat after it was
-- broken off goes on from there.
ALTER TABLE idempotency ADD COLUMN progress TEXT;
ALTER TABLE idempotency ADD COLUMN broken_off INTEGER NOT NULL DEFAULT 0;
