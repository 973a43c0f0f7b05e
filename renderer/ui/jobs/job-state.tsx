import { colourOf } from '../outcome.tsx'
import { StateDot } from '../state-dot.tsx'
import type { Job } from './records.ts'

const STAGES = { fetch: 'fetching', parse: 'reading' }

/** The state of a job; while it runs, its stage. */
export const JobStateDot = ({ job: { state, progress } }: { job: Pick<Job, 'state' | 'progress'> }) => (
  <StateDot state={colourOf({ state })}>{progress ? STAGES[progress.stage] : state}</StateDot>
)
