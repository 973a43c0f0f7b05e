import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Notice } from '../../ui/answer/notice.tsx'
import { counted } from '../../ui/counted.ts'
import { Fact } from '../../ui/fact.tsx'
import { labelIn } from '../../ui/form/choices.ts'
import { useChoices } from '../../ui/form/use-choices.ts'
import { JobStateDot } from '../../ui/jobs/job-state.tsx'
import { TargetLink } from '../../ui/jobs/target-link.tsx'
import { TextLink } from '../../ui/lists/links.tsx'
import { ShownId } from '../../ui/shown-id.tsx'
import { SpokenState } from '../../ui/state-dot.tsx'
import { Time } from '../../ui/time.tsx'
import { isOpen, type JobWithAttempts } from './api.ts'

/** The main facts of a job. */
export function JobFacts({ job }: { job: JobWithAttempts }) {
  const kind = labelIn(useChoices('job-list', 'type'), job.type)
  return (
    <Group gap="16px 32px" align="flex-start">
      <Fact name="State" note={isOpen(job) ? `priority ${job.priority}` : null}>
        <SpokenState>
          <JobStateDot job={job} />
        </SpokenState>
      </Fact>
      <Fact
        name="Parser or API"
        note={[kind, job.parser_version && `v${job.parser_version}`].filter(Boolean).join(', ')}
      >
        <TargetLink target={job} />
      </Fact>
      <Fact name="Credits" note={job.credits.reserved ? `${job.credits.reserved} reserved` : null}>
        {job.credits.used ? counted(job.credits.used, 'credit') : 'none'}
      </Fact>
      {job.pages && (
        <Fact name="Pages" note={counted(job.pages.items, 'item')}>
          {`${job.pages.read} of up to ${job.pages.max}`}
        </Fact>
      )}
      {job.notice && (
        <Fact name="Notice">
          <Notice notice={job.notice} />
        </Fact>
      )}
      <Fact name="ID" note={expiryOf(job)}>
        <ShownId id={job.id} />
      </Fact>
      {job.batch_id && (
        <Fact name="Batch" note={job.custom_id ?? `item ${job.index! + 1}`}>
          <TextLink to={`/batches/${job.batch_id}`}>Open the batch</TextLink>
        </Fact>
      )}
      {job.cron_id && (
        <Fact name="Created by">
          <TextLink to={`/crons/${job.cron_id}`}>a cron</TextLink>
        </Fact>
      )}
      {job.retry_of && (
        <Fact name="Retry of">
          <TextLink to={`/jobs/${job.retry_of}`}>an earlier job</TextLink>
        </Fact>
      )}
    </Group>
  )
}

/** Says until when the result of a job is kept. A job that failed may have a page, but no result. */
function expiryOf({ state, pages, has_page, expires_at }: JobWithAttempts): ReactNode {
  const kept = state === 'completed' || pages?.read ? 'result' : has_page && 'page'
  if (!expires_at || !kept) return null
  return (
    <>
      {`${kept} kept until `}
      <Time at={expires_at} exact />
    </>
  )
}
