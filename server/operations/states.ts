import { z } from 'zod'
import { type LabelledState, stateLabels } from '../base/fields/state-labels.ts'

/** The state of a record, as answers show it. */
export const stateShape = <State extends LabelledState>(states: readonly State[]) =>
  z.enum(states).meta(stateLabels(states))

const ENDINGS: Record<string, string> = {
  completed: 'has completed',
  failed: 'has failed',
  cancelled: 'was cancelled',
  skipped: 'was skipped',
}

/** How what is in a final state came to its end, behind its name: "was cancelled". */
export const endedAs = (state: string): string => ENDINGS[state] ?? `is ${state}`

/** A filter of a list by state; `what` is listed: jobs, runs. */
export const stateFilter = <State extends LabelledState>(states: readonly State[], what: string) =>
  z
    .enum(states)
    .optional()
    .describe(`Only ${what} in this state.`)
    .meta({ title: 'State', ...stateLabels(states) })
