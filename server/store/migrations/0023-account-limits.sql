-- Limits that the owner of the machine may raise: crons that there may be, and streams of events that may be open.
ALTER TABLE accounts ADD COLUMN crons INTEGER NOT NULL DEFAULT 1000;
ALTER TABLE accounts ADD COLUMN event_streams INTEGER NOT NULL DEFAULT 64;
