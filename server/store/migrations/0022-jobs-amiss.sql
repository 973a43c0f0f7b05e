-- Jobs that ended otherwise than well are few among many, and looked for by that.
CREATE INDEX job_ends_amiss ON job_ends (state, job) WHERE state <> 'completed';
