-- Pages of one site share most of their text. They are packed to one of them, which is kept here, packed by itself, as
-- long as a page needs it.
CREATE TABLE page_dictionaries (
  -- Chosen at random: a page names its dictionary before either is written.
  id INTEGER PRIMARY KEY,
  body BLOB NOT NULL
) STRICT;
-- Null for a page that is packed by itself.
ALTER TABLE job_pages ADD COLUMN dictionary INTEGER REFERENCES page_dictionaries (id);
CREATE INDEX job_pages_by_dictionary ON job_pages (dictionary) WHERE dictionary IS NOT NULL;
