import type { CronDocument } from '../store/crons/rows.ts'

/** What of a cron is under way. */
export interface OpenRuns {
  running: number
  queued: number
}

/** Most runs of a cron that wait for their turn. */
const MAX_QUEUED = 100

/** What becomes of a tick while earlier runs are open: it starts, waits, ends them first, or is skipped for a reason. */
export type Fate = 'start' | 'queue' | 'replace' | 'overlap' | 'queue_full'

export function fateOf(overlap: CronDocument['overlap'], { running, queued }: OpenRuns): Fate {
  if ((!running && !queued) || overlap === 'allow') return 'start'
  if (overlap === 'skip') return 'overlap'
  if (overlap === 'replace') return 'replace'
  return queued < MAX_QUEUED ? 'queue' : 'queue_full'
}
