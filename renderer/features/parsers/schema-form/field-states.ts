import { fieldStep, joinPath } from '../../../../server/parsers/field-path.ts'
import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'
import type { ErrorBody } from '../../../lib/service/call-error.ts'
import type { StateColour } from '../../../ui/state-dot.tsx'
import type { Trial } from '../api.ts'

/** A field of a schema: the path of its rule, and the key of its counts. */
export interface FieldRef {
  rule: string
  key: string
}

export const ROOT: FieldRef = { rule: 'schema', key: '' }

export const childRef = (parent: FieldRef, name: string): FieldRef => ({
  rule: `${parent.rule}.fields${fieldStep(name)}`,
  key: joinPath(parent.key, fieldStep(name)),
})

/** Whether a field has a value, has none, or has a problem. */
export type FieldMark = 'value' | 'null' | 'wrong'

/** The state of a field on the open page. */
export interface FieldState {
  state: StateColour
  mark: FieldMark
  /** The label of the state: `12`, `null`, `type`. */
  text?: string
  /** The reason, if there is one. */
  reason?: string | undefined
  /** The index of the rule of `any` that provided the value. */
  chosen?: number | undefined
}

/** Returns the state of each field from a trial. */
export type FieldStates = (place: FieldRef) => FieldState | undefined

interface TraceSummary {
  matched: number
  wrong?: string | undefined
  reason?: string | undefined
  chosen?: number | undefined
}

/** Returns the states of all fields. An error of the trial that names a field is the state of that field. */
export function fieldStates(trial: Trial | undefined, error: ErrorBody | undefined): FieldStates {
  const problems = Map.groupBy(trial?.problems ?? [], ({ field }) => field)
  const summaries = summarizeTrace(trial)
  const missingField = error?.field?.replace(/\[\d+\]/g, '')
  return ({ rule, key }) => {
    const found = problems.get(rule)
    if (found) return { state: 'bad', mark: 'wrong', text: 'error', reason: found.map(problemText).join(' ') }
    if (missingField === key) return { state: 'bad', mark: 'wrong', text: 'missing', reason: error!.error }
    const fill = trial?.fields[key]
    return fill && stateOf(fill, summaries.get(rule))
  }
}

const problemText = ({ error, hint }: Trial['problems'][number]) => [error, hint].filter(Boolean).join(' ')

function summarizeTrace(trial: Trial | undefined): Map<string, TraceSummary> {
  const summaries = new Map<string, TraceSummary>()
  for (const entry of (trial?.trace ?? []) as unknown as FieldTrace[]) {
    const before = summaries.get(entry.rule)
    const isWrong = entry.raw !== null && (entry.value === null || entry.reason?.startsWith('defaulted'))
    summaries.set(entry.rule, {
      matched: (before?.matched ?? 0) + entry.matched,
      wrong: before?.wrong ?? (isWrong ? entry.reason : undefined),
      reason: before?.reason ?? entry.reason,
      chosen: before?.chosen ?? entry.chosen,
    })
  }
  for (const { rule, reason } of trial?.nulls ?? []) {
    const entry = summaries.get(rule)
    if (entry) entry.reason ??= reason
  }
  return summaries
}

function stateOf(
  { filled, total }: { filled: number; total: number },
  { matched, reason, wrong, chosen }: TraceSummary = { matched: 0 },
): FieldState {
  if (total === 0)
    return { state: 'quiet', mark: 'null', text: '–', reason: 'The surrounding element was not found.' }
  const count = total > 1 ? `${filled}/${total}` : String(matched)
  if (wrong) return { state: 'bad', mark: 'wrong', text: total > 1 ? count : 'type', reason: wrong, chosen }
  const isDefault = reason?.startsWith('defaulted')
  if (filled === 0) return { state: 'warn', mark: 'null', text: isDefault ? 'default' : 'null', reason }
  return { state: filled < total ? 'warn' : 'good', mark: 'value', text: count, reason, chosen }
}
