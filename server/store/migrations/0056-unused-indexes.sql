-- Old deliveries are found by their numbers, and the runs of a workflow among those of the account. No statement used these.
DROP INDEX deliveries_by_age;
DROP INDEX workflow_runs_of_workflow;
