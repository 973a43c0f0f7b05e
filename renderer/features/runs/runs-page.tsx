import { Button, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Page } from '../../ui/page.tsx'
import { RunsTable } from '../../ui/runs/runs-table.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { runsQuery, type Wanted } from './api.ts'
import { RunFilters, useWanted } from './run-filters.tsx'

/** Every run of a workflow as it goes on, those of sub-workflows too. */
export function RunsPage() {
  const filters = useWanted()
  return (
    <Page title="Runs">
      <Stack gap={16}>
        <RunFilters {...filters} />
        <Runs wanted={filters.wanted} />
      </Stack>
    </Page>
  )
}

function Runs({ wanted }: { wanted: Wanted }) {
  const runs = useInfiniteQuery(runsQuery(useAccount(), wanted))
  if (runs.isPending) return <RowsSkeleton rows={8} />
  if (runs.isError) return <ErrorNotice error={runs.error} onRetry={() => void runs.refetch()} />
  const rows = runs.data.pages.flatMap(page => page.data)
  if (!rows.length) return <NoRuns filtered={Object.keys(wanted).length > 0} />
  return (
    <RunsTable
      label="Runs"
      runs={rows}
      onEnd={() => void (runs.hasNextPage && !runs.isFetching && runs.fetchNextPage())}
    />
  )
}

const NoRuns = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState>No matching runs. New ones appear automatically.</EmptyState>
  ) : (
    <EmptyState
      action={
        <Button component={Link} to="/workflows" variant="default">
          Open workflows
        </Button>
      }
    >
      A run takes items through the nodes of a workflow. It goes on over restarts, does each effect once, and
      keeps why an item failed.
    </EmptyState>
  )
