-- How the latest runs of a parser filled its fields, which of them fill less than they used to, and when that began and ended.
CREATE TABLE parser_health (
  parser_id TEXT PRIMARY KEY REFERENCES parsers (id) ON DELETE CASCADE,
  -- The schema that the runs read by: a change of it begins anew.
  version INTEGER NOT NULL,
  recent TEXT NOT NULL,
  degraded TEXT NOT NULL,
  history TEXT NOT NULL
) STRICT, WITHOUT ROWID;
