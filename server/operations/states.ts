import { z } from 'zod'
import { labelled } from '../base/labelled.ts'

/** What people call the states of jobs, batches, runs, items and deliveries. */
const LABELS = {
  pending: 'Pending',
  queued: 'Queued',
  running: 'Running',
  waiting: 'Waiting',
  completed: 'Completed',
  delivered: 'Delivered',
  failed: 'Failed',
  cancelled: 'Cancelled',
  skipped: 'Skipped',
}

/** A filter of a list by state; `what` is listed: jobs, runs. */
export const stateFilter = <State extends keyof typeof LABELS>(states: readonly State[], what: string) =>
  z
    .enum(states)
    .optional()
    .describe(`Only ${what} in this state.`)
    .meta({
      title: 'State',
      ...labelled(Object.fromEntries(states.map(state => [state, LABELS[state]])) as Record<State, string>),
    })
