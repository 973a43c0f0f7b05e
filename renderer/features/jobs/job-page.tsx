import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useAccount } from '../../lib/service/account.ts'
import { errorOfRecord } from '../../lib/service/call-error.ts'
import { jobInputText } from '../../ui/jobs/input-text.ts'
import { endText } from '../../ui/jobs/list-pages.ts'
import { useTargetName } from '../../ui/jobs/targets.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { RecordPage } from '../../ui/page/record-page.tsx'
import { type JobWithAttempts, jobQuery } from './api.ts'
import { JobActions } from './job-actions.tsx'
import { JobFacts } from './job-facts.tsx'
import { JobTimeline } from './job-timeline.tsx'
import { JobViews } from './job-views.tsx'

const BACK = { to: '/jobs', label: 'All jobs' }

/** The page of a job: its state, its attempts and its result. */
export function JobPage() {
  const { id = '' } = useParams()
  const query = useQuery(jobQuery(useAccount(), id))
  return (
    <RecordPage title="Job" back={BACK} query={query}>
      {job => <JobContent key={id} job={job} />}
    </RecordPage>
  )
}

function JobContent({ job }: { job: JobWithAttempts }) {
  const nameOf = useTargetName([job])
  return (
    <Page
      title={[nameOf(job), jobInputText(job)].filter(Boolean).join(' · ')}
      back={BACK}
      action={<JobActions job={job} />}
    >
      <Stack gap={24}>
        <JobFacts job={job} />
        {job.finished_at && job.error && <ErrorNotice error={errorOfRecord(job.error)} />}
        {endText(job) && <Text size="sm">{endText(job)}</Text>}
        {job.pages?.error && <ErrorNotice error={errorOfRecord(job.pages.error)} />}
        <JobTimeline job={job} />
        <JobViews job={job} />
      </Stack>
    </Page>
  )
}
