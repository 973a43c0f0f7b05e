import { type State, StateDot } from '../../ui/state-dot.tsx'
import type { CronRun } from './api.ts'

/** The colours of states. */
export const STATES: Record<CronRun['state'], State> = {
  queued: 'quiet',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
  skipped: 'warn',
}

export const RunState = ({ run: { state } }: { run: CronRun }) => (
  <StateDot state={STATES[state]}>{state}</StateDot>
)
