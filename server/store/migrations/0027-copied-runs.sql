-- Runs that repeat another and have not taken over yet what that has done. `kept` says by node what they take over.
CREATE TABLE workflow_copies (
  run INTEGER PRIMARY KEY REFERENCES workflow_runs (seq) ON DELETE CASCADE,
  source INTEGER NOT NULL,
  kept TEXT NOT NULL
) STRICT;
CREATE INDEX workflow_copies_of_source ON workflow_copies (source);
