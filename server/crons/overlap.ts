import type { CronDocument } from '../store/crons/rows.ts'

/** How many runs of a cron have not ended. */
interface OpenRuns {
  running: number
  queued: number
}

/** Maximum number of runs of a cron that wait for earlier ones. */
const MAX_QUEUED = 100

/** What happens to a tick while earlier runs are open: it starts, waits, cancels them first, or is skipped for a reason. */
type TickAction = 'start' | 'queue' | 'replace' | 'overlap' | 'queue_full'

export function actionFor(overlap: CronDocument['overlap'], { running, queued }: OpenRuns): TickAction {
  if ((!running && !queued) || overlap === 'allow') return 'start'
  if (overlap === 'skip') return 'overlap'
  if (overlap === 'replace') return 'replace'
  return queued < MAX_QUEUED ? 'queue' : 'queue_full'
}
