-- Finds the calls that were made for an item of a workflow run. Those of jobs, which are many more, stay out of it.
CREATE INDEX calls_of_items ON calls (subject, seq) WHERE subject GLOB 'run_*';
