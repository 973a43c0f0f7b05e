import { type State, StateDot } from '../state-dot.tsx'
import type { Job, JobState } from './records.ts'

/** The colours of states. */
export const STATES: Record<JobState, State> = {
  pending: 'quiet',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
  skipped: 'quiet',
}

const STAGES = { fetch: 'fetching', parse: 'reading' }

/** The state of a job; while it runs, its stage. */
export const JobStateDot = ({ job: { state, progress } }: { job: Pick<Job, 'state' | 'progress'> }) => (
  <StateDot state={STATES[state]}>{progress ? STAGES[progress.stage] : state}</StateDot>
)
