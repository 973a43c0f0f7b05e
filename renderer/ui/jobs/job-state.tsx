import { type State, StateDot } from '../state-dot.tsx'
import type { Job, JobState } from './records.ts'

/** How states look. */
export const STATES: Record<JobState, State> = {
  pending: 'quiet',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
  skipped: 'quiet',
}

const STAGES = { fetch: 'fetching', parse: 'reading' }

/** The state of a job; while it runs, what it is at. */
export const JobStateDot = ({ job: { state, progress } }: { job: Pick<Job, 'state' | 'progress'> }) => (
  <StateDot state={STATES[state]}>{progress ? STAGES[progress.stage] : state}</StateDot>
)
