import { Anchor, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { CopyButton } from '../../ui/copy-button.tsx'
import { counted } from '../../ui/counted.ts'
import { Fact } from '../../ui/fact.tsx'
import { JobStateDot } from '../../ui/jobs/job-state.tsx'
import type { Job } from '../../ui/jobs/records.ts'
import { useTargetName } from '../../ui/jobs/targets.ts'
import { Time } from '../../ui/time.tsx'
import { isOpen } from './api.ts'

const To = ({ to, children }: { to: string; children: ReactNode }) => (
  <Anchor component={Link} to={to} size="sm">
    {children}
  </Anchor>
)

/** What a job is, at one look. */
export function JobFacts({ job }: { job: Job }) {
  return (
    <Group gap={32} align="flex-start">
      <Fact name="State" note={isOpen(job) ? `priority ${job.priority}` : null}>
        <JobStateDot job={job} />
      </Fact>
      <Fact name="Runs" note={job.parser_version === null ? job.type : `${job.type}, v${job.parser_version}`}>
        <TargetLink job={job} />
      </Fact>
      <Fact name="Credits" note={job.credits.reserved ? `${job.credits.reserved} set aside` : null}>
        {job.credits.used ? counted(job.credits.used, 'credit') : 'none'}
      </Fact>
      <Fact name="Id" note={job.expires_at && <Kept until={job.expires_at} />}>
        <Group gap={4} wrap="nowrap">
          <span className="mono">{job.id}</span>
          <CopyButton text={job.id} what="the id" />
        </Group>
      </Fact>
      {job.batch_id && (
        <Fact name="Batch" note={job.custom_id ?? `item ${job.index! + 1}`}>
          <To to={`/batches/${job.batch_id}`}>Open the batch</To>
        </Fact>
      )}
      {job.cron_id && (
        <Fact name="Made by">
          <To to={`/crons/${job.cron_id}`}>a cron</To>
        </Fact>
      )}
      {job.retry_of && (
        <Fact name="Repeats">
          <To to={`/jobs/${job.retry_of}`}>an earlier job</To>
        </Fact>
      )}
    </Group>
  )
}

function TargetLink({ job }: { job: Job }) {
  const name = useTargetName()(job)
  return <To to={job.parser_id ? `/parsers/${job.parser_id}` : `/playground/${job.api_id}`}>{name}</To>
}

const Kept = ({ until }: { until: string }) => (
  <>
    result kept until <Time at={until} exact />
  </>
)
