import { fieldStep, joinPath } from '../../../../server/parsers/field-path.ts'
import type { FieldTrace } from '../../../../server/parsers/parse-result.ts'
import type { ErrorBody } from '../../../lib/call-error.ts'
import type { State } from '../../../ui/state-dot.tsx'
import type { Trial } from '../api.ts'

/** Where a field stands: as the path of its rule, and as the key that its values are counted under. */
export interface FieldPlace {
  rule: string
  key: string
}

export const ROOT: FieldPlace = { rule: 'schema', key: '' }

export const placeOf = (parent: FieldPlace, name: string): FieldPlace => ({
  rule: `${parent.rule}.fields${fieldStep(name)}`,
  key: joinPath(parent.key, fieldStep(name)),
})

/** There is a value; there is none; something is wrong. */
export type Mark = 'value' | 'null' | 'wrong'

/** How a field does on the page at hand. */
export interface FieldState {
  state: State
  mark: Mark
  /** `12`, `null`, `type`. */
  text?: string
  /** Why, where there is something to tell. */
  reason?: string | undefined
  /** Which rule of `any` had the value. */
  chosen?: number | undefined
}

/** Gives the state of each field, from what a trial told. */
export type FieldStates = (place: FieldPlace) => FieldState | undefined

interface Told {
  matched: number
  wrong?: string | undefined
  reason?: string | undefined
  chosen?: number | undefined
}

/** The states of all fields. An error of the trial that names a field counts as that field's state. */
export function fieldStates(trial: Trial | undefined, error: ErrorBody | undefined): FieldStates {
  const faults = Map.groupBy(trial?.problems ?? [], ({ field }) => field)
  const told = gather(trial)
  const missing = error?.field?.replace(/\[\d+\]/g, '')
  return ({ rule, key }) => {
    const found = faults.get(rule)
    if (found) return { state: 'bad', mark: 'wrong', text: 'error', reason: found.map(sentences).join(' ') }
    if (missing === key) return { state: 'bad', mark: 'wrong', text: 'missing', reason: error!.error }
    const fill = trial?.fields[key]
    return fill && stateOf(fill, told.get(rule))
  }
}

const sentences = ({ error, hint }: Trial['problems'][number]) => [error, hint].filter(Boolean).join(' ')

function gather(trial: Trial | undefined): Map<string, Told> {
  const told = new Map<string, Told>()
  for (const entry of (trial?.trace ?? []) as unknown as FieldTrace[]) {
    const before = told.get(entry.rule)
    const isWrong = entry.raw !== null && (entry.value === null || entry.reason?.startsWith('defaulted'))
    told.set(entry.rule, {
      matched: (before?.matched ?? 0) + entry.matched,
      wrong: before?.wrong ?? (isWrong ? entry.reason : undefined),
      reason: before?.reason ?? entry.reason,
      chosen: before?.chosen ?? entry.chosen,
    })
  }
  for (const { rule, reason } of trial?.nulls ?? []) {
    const entry = told.get(rule)
    if (entry) entry.reason ??= reason
  }
  return told
}

function stateOf(
  { filled, total }: { filled: number; total: number },
  { matched, reason, wrong, chosen }: Told = { matched: 0 },
): FieldState {
  if (total === 0) return { state: 'quiet', mark: 'null', text: '–', reason: 'Nothing around it was found.' }
  const count = total > 1 ? `${filled}/${total}` : String(matched)
  if (wrong) return { state: 'bad', mark: 'wrong', text: total > 1 ? count : 'type', reason: wrong, chosen }
  const isDefault = reason?.startsWith('defaulted')
  if (filled === 0) return { state: 'warn', mark: 'null', text: isDefault ? 'default' : 'null', reason }
  return { state: filled < total ? 'warn' : 'good', mark: 'value', text: count, reason, chosen }
}
