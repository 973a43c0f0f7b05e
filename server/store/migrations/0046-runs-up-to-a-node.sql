-- A run may be a trial of what lies before one node, and of it.
ALTER TABLE workflow_runs ADD COLUMN to_node TEXT;
