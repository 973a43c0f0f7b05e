-- How often each rule of an `any` gave its field a value, by UTC day and version; `runs` are those in which any of them did.
CREATE TABLE parser_choices (
  parser_id TEXT NOT NULL REFERENCES parsers (id) ON DELETE CASCADE,
  version INTEGER NOT NULL,
  day TEXT NOT NULL,
  field TEXT NOT NULL,
  rule INTEGER NOT NULL,
  hits INTEGER NOT NULL,
  runs INTEGER NOT NULL,
  PRIMARY KEY (parser_id, version, day, field, rule)
) STRICT, WITHOUT ROWID;
