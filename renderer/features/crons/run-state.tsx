import { OutcomeDot } from '../../ui/outcome.tsx'
import type { CronRun } from './api.ts'

/** The states to filter by. */
export const STATES: readonly CronRun['state'][] = [
  'queued',
  'running',
  'completed',
  'failed',
  'cancelled',
  'skipped',
]

export const RunState = ({ run: { state, failed } }: { run: CronRun }) => (
  <OutcomeDot state={state} failed={failed} />
)
