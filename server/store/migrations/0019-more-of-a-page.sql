-- A browser can be made to bring more of a page now. Pages that were kept were asked for otherwise; they are fetched again.
UPDATE parser_versions SET document = json_insert(
  document, '$.fetch.scroll', json('null'), '$.fetch.load_more', json('null'), '$.fetch.load_more_times', 10
);
