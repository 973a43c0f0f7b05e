import { Button, Stack } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { placeOf } from '../../lib/playground-place.ts'
import { JobsTable } from '../../ui/jobs/jobs-table.tsx'
import { isFiltered, useFilters } from '../../ui/lists/filters.tsx'
import { PagedRows } from '../../ui/lists/paged-rows.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { jobsQuery, type Wanted } from './api.ts'
import { JobFilters } from './job-filters.tsx'

const NewJobButton = () => (
  <Button component={Link} to={placeOf('job-create')} leftSection={<IconPlayerPlay size={16} aria-hidden />}>
    New job
  </Button>
)

/** All jobs of the account, including those of batches, updated while they run. */
export function JobsPage() {
  const filters = useFilters<Wanted>()
  return (
    <Page title="Jobs" action={<NewJobButton />}>
      <Stack gap={16}>
        <JobFilters filters={filters} />
        <Jobs wanted={filters.wanted} />
      </Stack>
    </Page>
  )
}

function Jobs({ wanted }: { wanted: Wanted }) {
  const jobs = useInfiniteQuery(jobsQuery(useAccount(), wanted))
  return (
    <PagedRows query={jobs} skeletons={8} empty={<NoJobs filtered={isFiltered(wanted)} />}>
      {(rows, fetchMore) => <JobsTable label="Jobs" jobs={rows} onEnd={fetchMore} />}
    </PagedRows>
  )
}

const NoJobs = ({ filtered }: { filtered: boolean }) =>
  filtered ? (
    <EmptyState>No matching jobs. New ones appear automatically.</EmptyState>
  ) : (
    <EmptyState
      action={
        <Button component={Link} to="/batches/new" variant="default">
          New batch
        </Button>
      }
      docs={{ guide: 'jobs', text: 'Guide to jobs' }}
    >
      A job is a call that runs in the background and survives a restart. It costs credits only if it
      succeeds. A batch creates one job for each address of a list.
    </EmptyState>
  )
