-- What a platform last did is read from its calls: those that gave data, and those that it turned away.
CREATE INDEX calls_with_data ON calls (operation, seq) WHERE sources IS NOT NULL AND parser_id IS NULL;
CREATE INDEX calls_blocked ON calls (operation, seq) WHERE error = 'blocked';

-- A browser can wait for a part of the page now.
UPDATE parser_versions SET document = json_insert(document, '$.fetch.wait_for', json('null'));
