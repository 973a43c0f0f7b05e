import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { BatchesTable } from '../../ui/jobs/batches-table.tsx'
import { JobsTable } from '../../ui/jobs/jobs-table.tsx'
import { numberText } from '../../ui/number-text.ts'
import { RunsTable } from '../../ui/runs/runs-table.tsx'
import type { RunningList, RunningRecords } from './api.ts'

/** A table for each kind of work in progress. */
export const RunningTables = ({ runs, batches, jobs }: RunningRecords) => (
  <>
    {runs.total > 0 && <RunsTable label="Running workflows" runs={runs.rows} />}
    <Others list={runs} to="/runs?state=running" label="All running workflows" />
    {batches.total > 0 && <BatchesTable batches={batches.rows} />}
    <Others list={batches} to="/batches" label="All batches" />
    {jobs.total > 0 && <JobsTable label="Running jobs" jobs={jobs.rows} />}
    <Others list={jobs} to="/jobs?state=running" label="All running jobs" />
  </>
)

/** Says that a table does not show everything, and where the rest is. */
const Others = ({
  list: { rows, total },
  to,
  label,
}: {
  list: RunningList<unknown>
  to: string
  label: string
}) =>
  total > rows.length && (
    <Text size="sm" c="dimmed">
      The newest {rows.length} of {numberText(total)}.{' '}
      <Anchor component={Link} to={to} size="sm">
        {label}
      </Anchor>
    </Text>
  )
