import { Button, Stack } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { playgroundPath } from '../../lib/playground-path.ts'
import { useAccount } from '../../lib/service/account.ts'
import { ExplainedButton } from '../../ui/actions/explained-button.tsx'
import { counted } from '../../ui/counted.ts'
import { JobsTable } from '../../ui/jobs/jobs-table.tsx'
import type { Job } from '../../ui/jobs/records.ts'
import { isEmptyUnfiltered, isFiltered, useFilters } from '../../ui/lists/filters.tsx'
import { type PagedQuery, PagedRows, TotalText } from '../../ui/lists/paged-rows.tsx'
import { SelectionBar, useSelection } from '../../ui/lists/selection.tsx'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { ExampleRows } from '../../ui/page/example-rows.tsx'
import { Page } from '../../ui/page/page.tsx'
import { FILTERS, isOpen, type JobFilterValues, jobCountQuery, jobsQuery, useJobActions } from './api.ts'
import { JobFilters } from './job-filters.tsx'

const NewJobButton = () => (
  <Button component={Link} to={playgroundPath('job-create')} leftSection={<IconPlus size={16} aria-hidden />}>
    New job
  </Button>
)

/** The page of all jobs of the account, including those of batches, updated while they run. */
export function JobsPage() {
  const filters = useFilters<JobFilterValues>(FILTERS)
  const jobs = useInfiniteQuery(jobsQuery(useAccount(), filters.wanted))
  return (
    <Page title="Jobs" action={<NewJobButton />}>
      <Stack gap={16}>
        {!isEmptyUnfiltered(jobs, filters.wanted) && <JobFilters filters={filters} />}
        <Jobs jobs={jobs} wanted={filters.wanted} />
      </Stack>
    </Page>
  )
}

function Jobs({ jobs, wanted }: { jobs: PagedQuery<Job>; wanted: JobFilterValues }) {
  return (
    <PagedRows query={jobs} skeletons={8} empty={<NoJobs filtered={isFiltered(wanted)} />}>
      {(rows, fetchMore) => (
        <Stack gap={8}>
          <Total wanted={wanted} />
          <ChosenJobs jobs={rows} onEnd={fetchMore} />
        </Stack>
      )}
    </PagedRows>
  )
}

function Total({ wanted }: { wanted: JobFilterValues }) {
  const { data, isError } = useQuery(jobCountQuery(useAccount(), wanted))
  if (data !== undefined) return <TotalText>{counted(data, 'job')}</TotalText>
  return <TotalText>{isError ? 'The jobs could not be counted' : 'Counting…'}</TotalText>
}

/** The jobs, with the actions for the selected ones. */
function ChosenJobs({ jobs, onEnd }: { jobs: Job[]; onEnd: () => void }) {
  const selection = useSelection(jobs.map(({ id }) => id))
  const { retryAll, cancelAll } = useJobActions()
  const selectedJobs = jobs.filter(({ id }) => selection.has(id))
  const open = selectedJobs.filter(isOpen)
  const failed = selectedJobs.filter(({ state }) => state === 'failed' || state === 'cancelled')
  const idsOf = (list: Job[]) => list.map(({ id }) => id)
  return (
    <>
      <SelectionBar selection={selection} what="job">
        <ExplainedButton
          size="compact-sm"
          variant="default"
          reason={failed.length ? null : 'None of these jobs has failed.'}
          loading={retryAll.isPending}
          onClick={() =>
            retryAll.mutate({ ids: idsOf(failed), onRetried: selection.drop }, { onSuccess: selection.clear })
          }
        >
          {`Retry ${counted(failed.length, 'job')}`}
        </ExplainedButton>
        <ExplainedButton
          size="compact-sm"
          variant="default"
          reason={open.length ? null : 'None of these jobs is pending or running.'}
          loading={cancelAll.isPending}
          onClick={() => cancelAll.mutate(idsOf(open), { onSuccess: selection.clear })}
        >
          {`Cancel ${counted(open.length, 'job')}`}
        </ExplainedButton>
      </SelectionBar>
      <JobsTable label="Jobs" jobs={jobs} onEnd={onEnd} selection={selection} />
    </>
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
      example={<ExampleRows of="job-list">{rows => <JobsTable label="Jobs" jobs={rows} />}</ExampleRows>}
    >
      A job is a call that runs in the background and survives a restart. It costs credits only if it
      succeeds. A batch creates one job for each address of a list.
    </EmptyState>
  )
