import { OutcomeDot } from '../outcome.tsx'
import type { Batch } from './records.ts'

export const BatchStateDot = ({ batch: { state, counts } }: { batch: Batch }) => (
  <OutcomeDot state={state} failed={counts.failed} />
)
