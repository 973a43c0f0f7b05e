import { Button, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { isEmptyUnfiltered, isFiltered, useFilters } from '../../ui/lists/filters.tsx'
import { type PagedQuery, PagedRows, Total } from '../../ui/lists/paged-rows.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import type { WorkflowRun } from '../../ui/runs/records.ts'
import { RunsTable } from '../../ui/runs/runs-table.tsx'
import { FILTERS, type RunFilterValues, runsQuery } from './api.ts'
import { RunFilters } from './run-filters.tsx'

/** The page of all workflow runs, including those of sub-workflows, updated while they run. */
export function RunsPage() {
  const filters = useFilters<RunFilterValues>(FILTERS)
  const runs = useInfiniteQuery(runsQuery(useAccount(), filters.wanted))
  return (
    <Page title="Runs">
      <Stack gap={16}>
        {!isEmptyUnfiltered(runs, filters.wanted) && <RunFilters filters={filters} />}
        <Runs runs={runs} wanted={filters.wanted} />
      </Stack>
    </Page>
  )
}

function Runs({ runs, wanted }: { runs: PagedQuery<WorkflowRun>; wanted: RunFilterValues }) {
  return (
    <PagedRows query={runs} skeletons={8} empty={<NoRuns filtered={isFiltered(wanted)} />}>
      {(rows, fetchMore) => (
        <Stack gap={8}>
          <Total query={runs} noun="run" />
          <RunsTable label="Runs" runs={rows} onEnd={fetchMore} />
        </Stack>
      )}
    </PagedRows>
  )
}

const NoRuns = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState>No matching runs. New ones appear automatically.</EmptyState>
  ) : (
    <EmptyState
      docs={{ guide: 'workflow-runs', text: 'Guide to workflow runs' }}
      action={
        <Button component={Link} to="/workflows" variant="default">
          Open workflows
        </Button>
      }
    >
      A run passes items through the nodes of a workflow. It continues after a restart, performs each effect
      once, and records why items failed.
    </EmptyState>
  )
