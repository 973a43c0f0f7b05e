import { AppError } from '../../base/errors.ts'
import type { Arrangement } from '../arrange.ts'
import type { CompiledRule } from '../compile/compiled-parser.ts'
import type { PageView } from '../page-view.ts'
import type { Json } from '../parser-schema.ts'
import type { Scope } from '../sources/source.ts'
import { applyTransforms, applyType, type ItemReasons, withReasons } from '../values/finish-value.ts'
import type { ReadResult } from '../values/reading.ts'
import type { Outcome } from './run-record.ts'

/** Creates an outcome without a value, with the reason. */
export const noOutcome = (reason: string): Outcome => ({ value: null, reason, matched: 0, raw: null })

/**
 * Creates the outcome of one reading. Written without spread, since it runs for every value of a page and spreading costs
 * more than the copied fields.
 */
export const outcomeOf = ({ value, reason }: ReadResult, raw: Json): Outcome =>
  reason === undefined ? { value, matched: 1, raw } : { value, reason, matched: 1, raw }

/** Whether a value is null, or contains only nulls and empty lists or objects at any depth. */
export const isEmpty = (value: Json): boolean =>
  value === null || (typeof value === 'object' && Object.values(value).every(isEmpty))

/** Whether a value counts as present. A list that has only nulls does not. */
export function hasValue(value: Json, { all }: CompiledRule): boolean {
  return all && Array.isArray(value) ? value.some(item => item !== null) : value !== null
}

/** The outcome of a list that is too short or too long; undefined if it is neither. */
export function wrongLength(
  length: number,
  { least, most }: Pick<Arrangement, 'least' | 'most'>,
): Outcome | undefined {
  if (length < least) return { ...noOutcome(`only ${length} of ${least} items`), tooFew: true }
  if (length > most) return { ...noOutcome(`${length} items, and ${most} at most are right`), tooMany: true }
  return undefined
}

const NO_VALUE =
  'Test the parser on this page: give the field another rule to fall back on, or do not require it.'

/** The error of a field without the value that the parser needs. */
export function missingValue(
  isRequired: boolean,
  field: string,
  { reason, tooFew }: Pick<Outcome, 'reason' | 'tooFew'>,
): AppError {
  const sentence = `The ${isRequired ? 'required ' : ''}field ${field} has no value: ${reason}.`
  return tooFew
    ? new AppError('too_few_items', sentence, {
        field,
        hint: 'Test the parser on this page: correct the rule of the list, or let it be shorter.',
      })
    : new AppError('required_missing', sentence, { field, hint: NO_VALUE })
}

/** The outcome of `read: count` or `read: exists`. */
export function tallyOutcome({ tally }: CompiledRule, found: Scope[] | string): Outcome {
  const matched = typeof found === 'string' ? 0 : found.length
  return { value: tally === 'count' ? matched : matched > 0, matched, raw: null }
}

/** Applies the transforms that take a whole list, then the type, to a value or each item of a list. */
export function applyListTransforms(
  { finish, all }: CompiledRule,
  outcome: Outcome,
  page: PageView,
): Outcome {
  const itemReasons: ItemReasons = new Map()
  const transformed = applyTransforms(outcome.value, finish.whole, finish, page, itemReasons)
  const steps = [...(outcome.steps ?? []), ...transformed.steps]
  const { reason } = transformed
  if (transformed.value === null) return { ...outcome, value: null, ...(reason && { reason }), steps }
  const items = all && Array.isArray(transformed.value) ? transformed.value : null
  if (!items) return { ...outcome, ...applyType(transformed.value, finish, page), steps }
  const value = withReasons(items, itemReasons, item => applyType(item, finish, page))
  return { ...outcome, value, steps, itemReasons }
}
