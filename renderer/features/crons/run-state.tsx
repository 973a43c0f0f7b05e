import { OutcomeDot } from '../../ui/outcome.tsx'
import type { CronRun } from './api.ts'

export const RunState = ({ run: { state, failed } }: { run: CronRun }) => (
  <OutcomeDot state={state} failed={failed} />
)
