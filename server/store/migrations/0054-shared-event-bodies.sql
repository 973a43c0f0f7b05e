-- An event that goes to several webhooks is kept here once, for all its deliveries; the `body` of these is empty.
CREATE TABLE event_bodies (
  seq INTEGER PRIMARY KEY,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

ALTER TABLE deliveries ADD COLUMN shared_body INTEGER;
CREATE INDEX deliveries_of_body ON deliveries (shared_body) WHERE shared_body IS NOT NULL;
