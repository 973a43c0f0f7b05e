-- The value of a large answer, packed; the rest of it is in answer.
ALTER TABLE idempotency ADD COLUMN packed BLOB;
