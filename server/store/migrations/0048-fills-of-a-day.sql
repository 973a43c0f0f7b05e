-- How often each field held a value on a day stands in one row: a page has dozens of fields, and each of its reads changes all of them.
-- By field: [filled, total].
ALTER TABLE parser_runs ADD COLUMN fills TEXT NOT NULL DEFAULT '{}';
INSERT OR IGNORE INTO parser_runs (parser_id, day, runs, ok) SELECT DISTINCT parser_id, day, 0, 0 FROM parser_fills;
UPDATE parser_runs SET fills = (
  SELECT json_group_object(field, json_array(filled, total)) FROM parser_fills
  WHERE parser_fills.parser_id = parser_runs.parser_id AND parser_fills.day = parser_runs.day
);
DROP TABLE parser_fills;
