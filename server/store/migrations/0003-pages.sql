-- Fetched pages that may be used again, packed. Gone after 7 days at the latest, and before where they are too many.
CREATE TABLE cached_pages (
  id INTEGER PRIMARY KEY,
  account_id TEXT NOT NULL,
  key TEXT NOT NULL,
  url TEXT NOT NULL,
  content_type TEXT,
  body BLOB NOT NULL,
  size INTEGER NOT NULL,
  fetched_at INTEGER NOT NULL,
  UNIQUE (account_id, key)
) STRICT;
CREATE INDEX cached_pages_by_age ON cached_pages (fetched_at, id);

-- Their bytes together, kept by the triggers, so that no insert has to count them.
CREATE TABLE cached_bytes (total INTEGER NOT NULL) STRICT;
INSERT INTO cached_bytes VALUES (0);
CREATE TRIGGER cached_page_added AFTER INSERT ON cached_pages BEGIN
  UPDATE cached_bytes SET total = total + NEW.size;
END;
CREATE TRIGGER cached_page_removed AFTER DELETE ON cached_pages BEGIN
  UPDATE cached_bytes SET total = total - OLD.size;
END;

-- How a parser fetches has more to it now.
UPDATE parser_versions SET document = json_insert(
  document,
  '$.fetch.proxy', json('null'),
  '$.fetch.max_age_s', json('null'),
  '$.fetch.robots', json('null')
);
