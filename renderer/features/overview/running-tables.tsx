import { BatchesTable } from '../../ui/jobs/batches-table.tsx'
import { JobsTable } from '../../ui/jobs/jobs-table.tsx'
import { RunsTable } from '../../ui/runs/runs-table.tsx'
import type { RunningRecords } from './api.ts'

/** A table for each kind of work in progress. */
export const RunningTables = ({ runs, batches, jobs }: RunningRecords) => (
  <>
    {runs.length > 0 && <RunsTable label="Running workflows" runs={runs} />}
    {batches.length > 0 && <BatchesTable batches={batches} />}
    {jobs.length > 0 && <JobsTable label="Running jobs" jobs={jobs} />}
  </>
)
