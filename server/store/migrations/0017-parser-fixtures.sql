-- Pages kept with a parser, packed, and what it should read from them; null where nobody has said.
CREATE TABLE parser_fixtures (
  id TEXT PRIMARY KEY,
  parser_id TEXT NOT NULL REFERENCES parsers (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  url TEXT,
  content_type TEXT,
  body BLOB NOT NULL,
  size INTEGER NOT NULL,
  expected TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX fixtures_of_parser ON parser_fixtures (parser_id, created_at, id);
