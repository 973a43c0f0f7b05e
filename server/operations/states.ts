import { z } from 'zod'
import { type LabelledState, stateLabels } from '../base/fields/state-labels.ts'

/** The schema for the state of a record in answers. */
export const stateShape = <State extends LabelledState>(states: readonly State[]) =>
  z.enum(states).meta(stateLabels(states))

const ENDINGS: Record<string, string> = {
  completed: 'has completed',
  failed: 'has failed',
  cancelled: 'was cancelled',
  skipped: 'was skipped',
}

/** Describes a final state after the name of the record: "was cancelled". */
export const endedAs = (state: string): string => ENDINGS[state] ?? `is ${state}`

/** A field that filters a list by state. `what` names the listed records: jobs, runs. */
export const stateFilter = <State extends LabelledState>(states: readonly State[], what: string) =>
  z
    .enum(states)
    .optional()
    .describe(`Only ${what} in this state.`)
    .meta({ title: 'State', ...stateLabels(states) })
