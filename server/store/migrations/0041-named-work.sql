-- What a call worked for, as the ledger names it: a job, or an item of a workflow run.
ALTER TABLE calls RENAME COLUMN job_id TO subject;

-- What a capture paid for; null in lines from before.
ALTER TABLE ledger ADD COLUMN operation TEXT;
