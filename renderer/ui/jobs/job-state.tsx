import { stateLabel } from '../../../server/base/fields/state-labels.ts'
import { colourOf } from '../outcome.tsx'
import { StateDot } from '../state-dot.tsx'
import type { Job } from './records.ts'

const STAGES = { fetch: 'Fetching', parse: 'Reading' }

type JobProgress = Pick<Job, 'state' | 'progress'>

/** The label of a job's state; while it runs, of its stage. */
export const jobStateText = ({ state, progress }: JobProgress): string =>
  progress ? STAGES[progress.stage] : stateLabel(state)

/** The state of a job with its colour. */
export const JobStateDot = ({ job }: { job: JobProgress }) => (
  <StateDot state={colourOf(job)}>{jobStateText(job)}</StateDot>
)
