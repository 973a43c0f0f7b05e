import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { AnswerViews } from '../../ui/answer/answer-views.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import type { Job } from '../../ui/jobs/records.ts'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { resultQuery } from './api.ts'
import classes from './jobs.module.css'

/** The result, as the call itself would have answered. */
export function JobResult({ job }: { job: Job }) {
  const result = useQuery(resultQuery(useAccount(), job.id))
  if (result.isPending) return <RowsSkeleton rows={6} />
  if (result.isError) return <ErrorNotice error={result.error} />
  const { body, shape } = result.data
  return (
    <div className={classes.pane}>
      <AnswerViews
        body={body}
        shape={shape}
        aside={<CopyButton text={() => body.text()} what="the whole result" />}
      />
    </div>
  )
}
