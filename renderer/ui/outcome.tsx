import { stateLabel } from '../../server/base/fields/state-labels.ts'
import { numberText } from './number-text.ts'
import { type StateColour, StateDot } from './state-dot.tsx'

/** The colours of the states of jobs, batches, workflow runs, their steps and items, and cron runs. */
const STATES = {
  pending: 'quiet',
  queued: 'quiet',
  running: 'busy',
  waiting: 'warn',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
  skipped: 'quiet',
} satisfies Record<string, StateColour>

/** The width of an outcome with failed items in a table. */
export const OUTCOME_PX = 152

export interface Outcome {
  state: keyof typeof STATES
  /** The number of failed items. */
  failed?: number | undefined
  /** The number of all items. If all of them failed, nothing succeeded. */
  total?: number | undefined
}

/** Returns the colour of an outcome: `warn` if it completed with failed items, `bad` if all of them failed. */
export function colourOf({ state, failed = 0, total }: Outcome): StateColour {
  if (state !== 'completed' || !failed) return STATES[state]
  return failed === total ? 'bad' : 'warn'
}

/** Formats an outcome: `Completed, 3 failed`; just the label of the state if no item failed. */
const outcomeText = ({ state, failed = 0 }: Outcome): string =>
  failed && state !== 'failed' ? `${stateLabel(state)}, ${numberText(failed)} failed` : stateLabel(state)

/** A state with the number of failed items. The tooltip shows the whole text and the note. */
export const OutcomeDot = ({ note, ...outcome }: Outcome & { note?: string | undefined }) => (
  <span title={[outcomeText(outcome), note].filter(Boolean).join(': ')}>
    <StateDot state={colourOf(outcome)}>{outcomeText(outcome)}</StateDot>
  </span>
)
