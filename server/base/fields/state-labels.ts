import { labelled } from './labelled.ts'

/** The labels of all record states, for filters, forms, lists and details. */
const STATE_LABELS = {
  pending: 'Pending',
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  completed: 'Completed',
  delivered: 'Delivered',
  failed: 'Failed',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
  // Parsers and workflows.
  draft: 'Draft',
  active: 'Active',
  archived: 'Archived',
  // Rows, by a change.
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  returned: 'Returned',
  // Workers.
  ready: 'Ready',
  draining: 'Draining',
  silent: 'Silent',
  refused: 'Refused',
}

/** A state that has a label. */
export type LabelledState = keyof typeof STATE_LABELS

/** Returns the label of a state. */
export const stateLabel = (state: LabelledState): string => STATE_LABELS[state]

/** JSON Schema annotation with the labels of a list of states. */
export const stateLabels = <State extends LabelledState>(states: readonly State[]) =>
  labelled(Object.fromEntries(states.map(state => [state, STATE_LABELS[state]])) as Record<State, string>)
