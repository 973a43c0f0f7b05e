import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useAccount } from '../../lib/account.ts'
import { CallError } from '../../lib/call-error.ts'
import { useFollow } from '../../lib/use-follow.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { inputText } from '../../ui/jobs/input-text.ts'
import type { Job } from '../../ui/jobs/records.ts'
import { useTargetName } from '../../ui/jobs/targets.ts'
import { Page } from '../../ui/page.tsx'
import { PageSkeleton } from '../../ui/skeletons.tsx'
import { isOpen, type JobCourse, jobQuery } from './api.ts'
import { JobActions } from './job-actions.tsx'
import { JobFacts } from './job-facts.tsx'
import { JobTimeline } from './job-timeline.tsx'
import { JobViews } from './job-views.tsx'

/** One job: what became of it, how, and what it left behind. */
export function JobPage() {
  const { id = '' } = useParams()
  const query = jobQuery(useAccount(), id)
  const job = useQuery(query)
  useFollow('job-events', id, query.queryKey, job.data !== undefined && isOpen(job.data))
  if (job.isPending) return <PageSkeleton />
  if (job.isError)
    return (
      <Page title="Job">
        <ErrorNotice error={job.error} onRetry={() => void job.refetch()} />
      </Page>
    )
  return <Shown key={id} job={job.data} />
}

function Shown({ job }: { job: JobCourse }) {
  const nameOf = useTargetName()
  return (
    <Page title={`${nameOf(job)}: ${inputText(job.input) || job.type}`} action={<JobActions job={job} />}>
      <Stack gap={24}>
        <JobFacts job={job} />
        {job.error && <ErrorNotice error={errorOf(job.error)} />}
        <JobTimeline job={job} />
        <JobViews job={job} />
      </Stack>
    </Page>
  )
}

/** What a job met, in the shape of all errors. */
const errorOf = ({ code, message, hint, field }: NonNullable<Job['error']>) =>
  new CallError(0, { error: message, detail: code, ...(hint && { hint }), ...(field && { field }) })
