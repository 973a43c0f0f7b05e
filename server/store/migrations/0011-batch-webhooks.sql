-- The webhook that is told of the end of a batch, whatever events it asks for.
ALTER TABLE batches ADD COLUMN webhook TEXT;
