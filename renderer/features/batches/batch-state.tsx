import { StateDot } from '../../ui/state-dot.tsx'
import { STATES } from '../jobs/job-state.tsx'
import type { Batch } from './api.ts'

export const BatchStateDot = ({ batch: { state } }: { batch: Batch }) => (
  <StateDot state={STATES[state]}>{state}</StateDot>
)
