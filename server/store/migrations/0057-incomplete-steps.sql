-- Whether a node lacked items that nobody asked to leave out. Earlier runs noted this for the whole run, so all of their nodes
-- that emitted items count as incomplete.
ALTER TABLE workflow_steps ADD COLUMN incomplete INTEGER NOT NULL DEFAULT 0;
UPDATE workflow_steps SET incomplete = 1
WHERE items_out > 0 AND run IN (SELECT run FROM workflow_keys WHERE node = '');
DELETE FROM workflow_keys WHERE node = '';
