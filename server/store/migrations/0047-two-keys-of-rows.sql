-- A new primary key is written into the column that is not in use, some rows at a time, which then takes its place at once.
ALTER TABLE database_rows ADD COLUMN other_key TEXT;
CREATE UNIQUE INDEX database_rows_by_other_key ON database_rows (database_id, other_key) WHERE other_key IS NOT NULL;
ALTER TABLE databases ADD COLUMN uses_other_key INTEGER NOT NULL DEFAULT 0;
