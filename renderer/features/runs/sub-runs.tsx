import { Stack, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import type { Run } from '../../ui/runs/records.ts'
import { RunsTable } from '../../ui/runs/runs-table.tsx'
import { runsQuery } from './api.ts'

/** The runs that work for this one, where there are any. */
export function SubRuns({ run }: { run: Run }) {
  const runs = useInfiniteQuery(runsQuery(useAccount(), { parent_run_id: run.id }))
  const rows = runs.data?.pages.flatMap(page => page.data) ?? []
  if (!rows.length) return null
  return (
    <Stack gap={12} component="section">
      <Title order={2}>Runs of sub-workflows</Title>
      <RunsTable
        label="Runs of sub-workflows"
        runs={rows}
        onEnd={() => void (runs.hasNextPage && !runs.isFetching && runs.fetchNextPage())}
      />
    </Stack>
  )
}
