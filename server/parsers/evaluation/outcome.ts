import type { CompiledRule } from '../compile/compiled-parser.ts'
import type { PageView } from '../page-view.ts'
import type { Json } from '../parser-schema.ts'
import type { Scope } from '../sources/source.ts'
import { type ItemReasons, transformed, typed, withReasons } from '../values/finish-value.ts'
import type { Reading } from '../values/reading.ts'
import type { Outcome } from './run-record.ts'

/** No value, and why. */
export const noOutcome = (reason: string): Outcome => ({ value: null, reason, matched: 0, raw: null })

/** Written out, since it is made for every value of a page, and copying costs more than all that it copies. */
export const outcomeOf = ({ value, reason }: Reading, raw: Json): Outcome =>
  reason === undefined ? { value, matched: 1, raw } : { value, reason, matched: 1, raw }

/** Whether nothing is in a value, however deep. */
export const isEmpty = (value: Json): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).every(isEmpty))

/** A list of nulls has none. */
export function hasValue(value: Json, { all }: CompiledRule): boolean {
  return all && Array.isArray(value) ? value.some(item => item !== null) : value !== null
}

/** How many places there are, or whether there is one. */
export function tallied({ tally }: CompiledRule, found: Scope[] | string): Outcome {
  const matched = typeof found === 'string' ? 0 : found.length
  return { value: tally === 'count' ? matched : matched > 0, matched, raw: null }
}

/** A value, or a list of them, through the transforms that take a list as a whole. */
export function gathered({ finish, all }: CompiledRule, outcome: Outcome, page: PageView): Outcome {
  const itemReasons: ItemReasons = new Map()
  const done = transformed(outcome.value, finish.whole, finish, page, itemReasons)
  const steps = [...(outcome.steps ?? []), ...done.steps]
  const { reason } = done
  if (done.value === null) return { ...outcome, value: null, ...(reason && { reason }), steps }
  const items = all && Array.isArray(done.value) ? done.value : null
  if (!items) return { ...outcome, ...typed(done.value, finish, page), steps }
  const value = withReasons(items, itemReasons, item => typed(item, finish, page))
  return { ...outcome, value, steps, itemReasons }
}
