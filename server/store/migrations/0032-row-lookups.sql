-- What rows of a database are found by: the values of a column, or all texts (`path` is null). A lookup is filled some rows at
-- a time. That over texts holds the rows numbered up to `filled_to`; for all of them it is a number that no row has. Triggers
-- keep what is filled as the rows are. `is_cut` compares texts by their first characters. Without a database a lookup is to be
-- removed.
CREATE TABLE row_lookups (
  id INTEGER PRIMARY KEY,
  database_id TEXT,
  path TEXT,
  is_cut INTEGER NOT NULL,
  filled_to INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX row_lookups_of_database ON row_lookups (database_id, path, is_cut);

-- A value that is missing is kept as an empty text.
CREATE TABLE row_values (
  lookup INTEGER NOT NULL,
  is_missing INTEGER NOT NULL,
  value ANY NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (lookup, is_missing, value, seq)
) STRICT, WITHOUT ROWID;

CREATE VIRTUAL TABLE row_texts USING fts5(
  texts, content = '', contentless_delete = 1, tokenize = 'trigram', detail = 'none'
);
-- Its merges are spread over more writes than they are by default, so that none of them takes long.
INSERT INTO row_texts (row_texts, rank) VALUES ('automerge', 8), ('crisismerge', 1000);

CREATE TRIGGER row_added AFTER INSERT ON database_rows
WHEN EXISTS (SELECT 1 FROM row_lookups WHERE database_id = NEW.database_id) BEGIN
  INSERT INTO row_values (lookup, is_missing, value, seq)
  SELECT id, found IS NULL, coalesce(found, ''), NEW.seq FROM (
    SELECT id, iif(is_cut, substr(json_extract(NEW.data, path), 1, 500), json_extract(NEW.data, path)) AS found
    FROM row_lookups WHERE database_id = NEW.database_id AND path IS NOT NULL
  );
  INSERT INTO row_texts (rowid, texts)
  SELECT NEW.seq, (SELECT group_concat(value, char(10)) FROM json_each(NEW.data) WHERE type = 'text')
  FROM row_lookups WHERE database_id = NEW.database_id AND filled_to >= NEW.seq AND path IS NULL;
END;

CREATE TRIGGER row_removed AFTER DELETE ON database_rows
WHEN EXISTS (SELECT 1 FROM row_lookups WHERE database_id = OLD.database_id) BEGIN
  DELETE FROM row_values WHERE (lookup, is_missing, value, seq) IN (
    SELECT id, found IS NULL, coalesce(found, ''), OLD.seq FROM (
      SELECT id, iif(is_cut, substr(json_extract(OLD.data, path), 1, 500), json_extract(OLD.data, path)) AS found
      FROM row_lookups WHERE database_id = OLD.database_id AND path IS NOT NULL
    )
  );
  DELETE FROM row_texts WHERE rowid IN (
    SELECT OLD.seq FROM row_lookups WHERE database_id = OLD.database_id AND filled_to >= OLD.seq AND path IS NULL
  );
END;

CREATE TRIGGER row_changed AFTER UPDATE OF data ON database_rows
WHEN EXISTS (SELECT 1 FROM row_lookups WHERE database_id = NEW.database_id) BEGIN
  DELETE FROM row_values WHERE (lookup, is_missing, value, seq) IN (
    SELECT id, found IS NULL, coalesce(found, ''), OLD.seq FROM (
      SELECT id, iif(is_cut, substr(json_extract(OLD.data, path), 1, 500), json_extract(OLD.data, path)) AS found
      FROM row_lookups WHERE database_id = OLD.database_id AND path IS NOT NULL
    )
  );
  INSERT INTO row_values (lookup, is_missing, value, seq)
  SELECT id, found IS NULL, coalesce(found, ''), NEW.seq FROM (
    SELECT id, iif(is_cut, substr(json_extract(NEW.data, path), 1, 500), json_extract(NEW.data, path)) AS found
    FROM row_lookups WHERE database_id = NEW.database_id AND path IS NOT NULL
  );
  INSERT OR REPLACE INTO row_texts (rowid, texts)
  SELECT NEW.seq, (SELECT group_concat(value, char(10)) FROM json_each(NEW.data) WHERE type = 'text')
  FROM row_lookups WHERE database_id = NEW.database_id AND filled_to >= NEW.seq AND path IS NULL;
END;
