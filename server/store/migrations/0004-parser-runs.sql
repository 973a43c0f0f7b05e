-- How many calls each parser had and how many of them gave data, by UTC day, so that nobody has to count its calls.
CREATE TABLE parser_runs (
  parser_id TEXT NOT NULL REFERENCES parsers (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  runs INTEGER NOT NULL,
  ok INTEGER NOT NULL,
  last_ok_at INTEGER,
  PRIMARY KEY (parser_id, day)
) STRICT, WITHOUT ROWID;

INSERT INTO parser_runs (parser_id, day, runs, ok, last_ok_at)
SELECT parsers.id, date(calls.created_at / 1000, 'unixepoch'), count(*), sum(status < 300), max(iif(status < 300, calls.created_at, NULL))
FROM calls JOIN parsers ON parsers.id = parser_id GROUP BY 1, 2;

DROP INDEX calls_of_parser;
