import { Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/service/account.ts'
import { BatchesTable } from '../../ui/jobs/batches-table.tsx'
import { JobsTable } from '../../ui/jobs/jobs-table.tsx'
import { RunsTable } from '../../ui/runs/runs-table.tsx'
import { runningQuery } from './api.ts'

/** Running workflows, batches and other jobs; hidden while nothing runs. */
export function Running() {
  const { data } = useQuery(runningQuery(useAccount()))
  if (!data || data.runs.length + data.batches.length + data.jobs.length === 0) return null
  return (
    <Stack gap={12} component="section">
      <Title order={2}>Running now</Title>
      {data.runs.length > 0 && <RunsTable label="Running workflows" runs={data.runs} />}
      {data.batches.length > 0 && <BatchesTable batches={data.batches} />}
      {data.jobs.length > 0 && <JobsTable label="Running jobs" jobs={data.jobs} />}
    </Stack>
  )
}
