import { labelled } from './labelled.ts'

/** What people call the states of records: filters and forms, lists and details take it from here alone. */
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
  // Of parsers and workflows.
  draft: 'Draft',
  active: 'Active',
  archived: 'Archived',
  // Of rows, by a change.
  added: 'Added',
  changed: 'Changed',
  removed: 'Removed',
  returned: 'Returned',
  // Of workers.
  ready: 'Ready',
  draining: 'Draining',
  silent: 'Silent',
  refused: 'Refused',
}

/** A state that has a label. */
export type LabelledState = keyof typeof STATE_LABELS

/** What people call a state. */
export const stateLabel = (state: LabelledState): string => STATE_LABELS[state]

/** The labels of a list of states, beside it in its schema. */
export const stateLabels = <State extends LabelledState>(states: readonly State[]) =>
  labelled(Object.fromEntries(states.map(state => [state, STATE_LABELS[state]])) as Record<State, string>)
