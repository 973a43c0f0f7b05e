import { Button, Stack } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { placeOf } from '../../lib/playground-place.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { JobsTable } from '../../ui/jobs/jobs-table.tsx'
import { Page } from '../../ui/page.tsx'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { jobsQuery, type Wanted } from './api.ts'
import { JobFilters, useWanted } from './job-filters.tsx'

const MakeJob = () => (
  <Button component={Link} to={placeOf('job-create')} leftSection={<IconPlayerPlay size={16} aria-hidden />}>
    Make job
  </Button>
)

/** Every job of the account as it goes on, those of batches too. */
export function JobsPage() {
  const filters = useWanted()
  return (
    <Page title="Jobs" action={<MakeJob />}>
      <Stack gap={16}>
        <JobFilters {...filters} />
        <Jobs wanted={filters.wanted} />
      </Stack>
    </Page>
  )
}

function Jobs({ wanted }: { wanted: Wanted }) {
  const jobs = useInfiniteQuery(jobsQuery(useAccount(), wanted))
  if (jobs.isPending) return <RowsSkeleton rows={8} />
  if (jobs.isError) return <ErrorNotice error={jobs.error} onRetry={() => void jobs.refetch()} />
  const rows = jobs.data.pages.flatMap(page => page.data)
  if (!rows.length) return <NoJobs filtered={Object.keys(wanted).length > 0} />
  return (
    <JobsTable
      label="Jobs"
      jobs={rows}
      onEnd={() => void (jobs.hasNextPage && !jobs.isFetching && jobs.fetchNextPage())}
    />
  )
}

const NoJobs = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState>No matching jobs. New ones appear automatically.</EmptyState>
  ) : (
    <EmptyState
      action={
        <Button component={Link} to="/batches/new" variant="default">
          Make batch
        </Button>
      }
      docs={{ guide: 'jobs', text: 'Guide to jobs' }}
    >
      A job is one call that waits for its turn and outlives a restart. It costs only where it succeeds. A
      batch makes one for each address of a list.
    </EmptyState>
  )
