import { StateDot } from '../state-dot.tsx'
import { STATES } from './job-state.tsx'
import type { Batch } from './records.ts'

export const BatchStateDot = ({ batch: { state } }: { batch: Batch }) => (
  <StateDot state={STATES[state]}>{state}</StateDot>
)
