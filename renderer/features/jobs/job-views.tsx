import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import { CodeBlock } from '../../ui/code-block.tsx'
import type { Job } from '../../ui/jobs/records.ts'
import { isOpen } from './api.ts'
import { JobFields } from './job-fields.tsx'
import { JobResult } from './job-result.tsx'
import { JobSnapshot } from './job-snapshot.tsx'

/** What a job was given, what it read, and what it made of it. */
export function JobViews({ job }: { job: Job }) {
  const ended = !isOpen(job)
  const views: Record<string, ReactNode> = {
    ...(job.state === 'completed' && { Result: <JobResult job={job} /> }),
    Input: <CodeBlock code={JSON.stringify(job.input, null, 2)} what="the input" />,
    ...(ended && job.parser_id && { Page: <JobSnapshot job={job} />, Trace: <JobFields job={job} /> }),
  }
  const names = Object.keys(views)
  return (
    <Tabs key={names[0]!} defaultValue={names[0]!} keepMounted={false}>
      <Tabs.List mb={12}>
        {names.map(name => (
          <Tabs.Tab key={name} value={name}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {names.map(name => (
        <Tabs.Panel key={name} value={name}>
          {views[name]}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
