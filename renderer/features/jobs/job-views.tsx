import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useAccount } from '../../lib/service/account.ts'
import { CopyButton } from '../../ui/actions/copy-button.tsx'
import { AnswerViews } from '../../ui/answer/answer-views.tsx'
import { CodeBlock } from '../../ui/code/code-block.tsx'
import { FramedPage } from '../../ui/framed-page.tsx'
import type { Job } from '../../ui/jobs/records.ts'
import { ErrorNotice } from '../../ui/page/error-notice.tsx'
import { RowsSkeleton } from '../../ui/page/skeletons.tsx'
import { isOpen, type JobWithAttempts, pageQuery, resultQuery } from './api.ts'
import { JobFields } from './job-fields.tsx'
import classes from './jobs.module.css'

/** The input, page and result of a job. */
export function JobViews({ job }: { job: JobWithAttempts }) {
  const isEnded = !isOpen(job)
  const views: Record<string, ReactNode> = {
    ...((job.state === 'completed' || (isEnded && job.pages?.read)) && { Result: <JobResult job={job} /> }),
    Input: <CodeBlock code={JSON.stringify(job.input, null, 2)} what="the input" />,
    ...(isEnded && job.has_page && { Page: <JobSnapshot job={job} />, Trace: <JobFields job={job} /> }),
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

/** The result of a job, in the form that a direct call would have returned. */
function JobResult({ job }: { job: Job }) {
  const result = useQuery(resultQuery(useAccount(), job.id))
  if (result.isPending) return <RowsSkeleton rows={6} />
  if (result.isError) return <ErrorNotice error={result.error} onRetry={() => void result.refetch()} />
  const { body, shape } = result.data
  return (
    <div className={classes.pane}>
      <AnswerViews
        body={body}
        shape={shape}
        operation={job.api_id ?? undefined}
        aside={<CopyButton text={() => body.text()} what="the whole result" />}
      />
    </div>
  )
}

function JobPage({
  job,
  html,
  url,
  session,
}: {
  job: Job
  html: string
  url: string | null
  session: string | null
}) {
  const blob = useMemo(() => new Blob([html], { type: 'text/html; charset=utf-8' }), [html])
  return (
    <div className={classes.pane}>
      <FramedPage
        page={{ id: job.id, blob, address: url ?? undefined, session }}
        name={url ?? 'sent with the job'}
        isFetched={job.type === 'scrape'}
      />
    </div>
  )
}

/** The page that the job read. */
function JobSnapshot({ job }: { job: Job }) {
  const page = useQuery(pageQuery(useAccount(), job))
  if (page.isPending) return <RowsSkeleton rows={6} />
  if (page.isError) return <ErrorNotice error={page.error} onRetry={() => void page.refetch()} />
  return <JobPage job={job} {...page.data} />
}
