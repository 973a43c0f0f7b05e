import { stateLabel } from '../../server/base/fields/state-labels.ts'
import { numberText } from './number-text.ts'
import { type State, StateDot } from './state-dot.tsx'

/** The colours of states of jobs, batches, workflow runs, their steps and items, and runs of crons. */
const STATES = {
  pending: 'quiet',
  queued: 'quiet',
  running: 'busy',
  waiting: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
  skipped: 'quiet',
} satisfies Record<string, State>

/** The width of an outcome with failed items in a table. */
export const OUTCOME_PX = 152

export interface Outcome {
  state: keyof typeof STATES
  /** Items that failed. */
  failed?: number | undefined
  /** All items; where each of them failed, nothing succeeded. */
  total?: number | undefined
}

/** Completed with failed items is no plain success, and none at all where every item failed. */
export function colourOf({ state, failed = 0, total }: Outcome): State {
  if (state !== 'completed' || !failed) return STATES[state]
  return failed === total ? 'bad' : 'warn'
}

/** `Completed, 3 failed`; a state without failed items is its label. */
const outcomeText = ({ state, failed = 0 }: Outcome): string =>
  failed && state !== 'failed' ? `${stateLabel(state)}, ${numberText(failed)} failed` : stateLabel(state)

/** A state with what failed of it; the whole text, and a note, on hover. */
export const OutcomeDot = ({ note, ...outcome }: Outcome & { note?: string | undefined }) => (
  <span title={[outcomeText(outcome), note].filter(Boolean).join(': ')}>
    <StateDot state={colourOf(outcome)}>{outcomeText(outcome)}</StateDot>
  </span>
)
