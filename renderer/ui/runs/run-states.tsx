import { type State, StateDot } from '../state-dot.tsx'
import type { Run, Step } from './records.ts'

/** The colours of states of runs, steps and items. */
const STATES: Record<Run['state'] | Step['state'], State> = {
  pending: 'quiet',
  running: 'busy',
  waiting: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
  skipped: 'quiet',
}

export const stateOf = (state: keyof typeof STATES): State => STATES[state]

export const RunStateDot = ({ state }: { state: keyof typeof STATES }) => (
  <StateDot state={STATES[state]}>{state}</StateDot>
)

const TRIGGERS: Record<Run['trigger']['type'], string> = {
  manual: 'manually',
  cron: 'by a cron',
  workflow: 'by another run',
  mcp: 'by an assistant',
}

/** The kind of a run: of one node only, a dry run, or else what started it. */
export function kindOf({ only_node, dry_run, trigger }: Run): string {
  if (only_node) return `only ${only_node}`
  return dry_run ? 'dry run' : TRIGGERS[trigger.type]
}
