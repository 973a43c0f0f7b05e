import { type State, StateDot } from '../state-dot.tsx'
import type { Run, Step } from './records.ts'

/** How states of runs, their steps and their items look. */
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
  manual: 'by hand',
  cron: 'by a cron',
  workflow: 'by another run',
  mcp: 'by an assistant',
}

/** What a run is: a trial, of one node alone; else by what it was started. */
export function kindOf({ only_node, dry_run, trigger }: Run): string {
  if (only_node) return `${only_node} alone`
  return dry_run ? 'trial' : TRIGGERS[trigger.type]
}
