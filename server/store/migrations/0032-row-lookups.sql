-- What rows of a database are found by: the values of a column, or all texts (`path` is null). A lookup is filled some rows at
-- a time. Triggers keep values as the rows are; a lookup of values that holds all rows is filled to a number that no row has.
-- Texts hold the rows up to `filled_to`, but for those that are due again; others are read. `is_cut` compares texts by their
-- first characters. Without a database a lookup is to be removed.
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

-- Which rows may hold a text. What is found is read and compared, so that nothing is ever taken out: removals would cost
-- more than all else, and a row that changed is found by what it held before, too.
CREATE VIRTUAL TABLE row_texts USING fts5(
  texts, content = '', columnsize = 0, tokenize = 'trigram', detail = 'none'
);
-- Its merges are spread over more writes than they are by default, so that none of them takes long.
INSERT INTO row_texts (row_texts, rank) VALUES ('automerge', 8), ('crisismerge', 1000);

-- Rows whose texts changed, and are to be filled in again: a trigger that did so would cost ten times what many at once cost.
CREATE TABLE row_texts_due (
  database_id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  PRIMARY KEY (database_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER row_added AFTER INSERT ON database_rows
WHEN EXISTS (SELECT 1 FROM row_lookups WHERE database_id = NEW.database_id) BEGIN
  INSERT INTO row_values (lookup, is_missing, value, seq)
  SELECT id, found IS NULL, coalesce(found, ''), NEW.seq FROM (
    SELECT id, iif(is_cut, substr(json_extract(NEW.data, path), 1, 500), json_extract(NEW.data, path)) AS found
    FROM row_lookups WHERE database_id = NEW.database_id AND path IS NOT NULL
  );
  INSERT OR IGNORE INTO row_texts_due (database_id, seq)
  SELECT database_id, NEW.seq FROM row_lookups WHERE database_id = NEW.database_id AND filled_to >= NEW.seq AND path IS NULL;
END;

CREATE TRIGGER row_removed AFTER DELETE ON database_rows
WHEN EXISTS (SELECT 1 FROM row_lookups WHERE database_id = OLD.database_id) BEGIN
  DELETE FROM row_values WHERE (lookup, is_missing, value, seq) IN (
    SELECT id, found IS NULL, coalesce(found, ''), OLD.seq FROM (
      SELECT id, iif(is_cut, substr(json_extract(OLD.data, path), 1, 500), json_extract(OLD.data, path)) AS found
      FROM row_lookups WHERE database_id = OLD.database_id AND path IS NOT NULL
    )
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
  INSERT OR IGNORE INTO row_texts_due (database_id, seq)
  SELECT database_id, NEW.seq FROM row_lookups
  WHERE database_id = NEW.database_id AND filled_to >= NEW.seq AND path IS NULL
    AND (SELECT group_concat(value, char(10)) FROM json_each(NEW.data) WHERE type = 'text')
      IS NOT (SELECT group_concat(value, char(10)) FROM json_each(OLD.data) WHERE type = 'text');
END;
