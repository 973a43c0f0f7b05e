import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../../lib/account.ts'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FramedPage } from '../../ui/framed-page.tsx'
import type { Job } from '../../ui/jobs/records.ts'
import { RowsSkeleton } from '../../ui/skeletons.tsx'
import { pageQuery } from './api.ts'
import classes from './jobs.module.css'

/** The page as the job found it. */
export function JobSnapshot({ job }: { job: Job }) {
  const page = useQuery(pageQuery(useAccount(), job.id))
  if (page.isPending) return <RowsSkeleton rows={6} />
  if (page.isError) return <ErrorNotice error={page.error} />
  return (
    <div className={classes.pane}>
      <FramedPage text={page.data.html} name={page.data.url ?? 'given with the job'} />
    </div>
  )
}
