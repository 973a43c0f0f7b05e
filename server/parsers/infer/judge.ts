import { AppError } from '../../base/errors.ts'
import { compileFields, createContext } from '../compile/compile-rule.ts'
import { evaluateFields } from '../evaluation/evaluate.ts'
import { createEvaluation } from '../evaluation/evaluation.ts'
import { createRecord } from '../evaluation/run-record.ts'
import type { Json, RuleObject } from '../parser-schema.ts'
import { learningEngine } from './page/learning-page.ts'
import type { FieldCase } from './rules/case.ts'
import { haveSameLetters, isNearly } from './rules/nearly-same.ts'
import { isSame } from './rules/same-value.ts'

/** The outcome of a rule at one place. */
export type Verdict = 'right' | 'nothing' | 'wrong'

export const areRight = (verdicts: readonly Verdict[]): boolean =>
  verdicts.every(verdict => verdict === 'right')

type RuleReader = (fieldCase: FieldCase) => Json

/** Compiles a rule into a function that reads it at a place; null if the rule is invalid. */
export function compileReader(rule: RuleObject): RuleReader | null {
  try {
    const fields = compileFields({ value: rule }, { path: 'schema', key: '' }, createContext(learningEngine))
    return fieldCase => {
      const { node, cells, range } = fieldCase
      const scope = { node, item: undefined, ...(cells && { cells }), ...(range && { range }) }
      const objectScope = { scope, index: 0, outer: null }
      return evaluateFields(
        fields,
        objectScope,
        '',
        createEvaluation(fieldCase.page.view, createRecord(false)),
      ).value!
    }
  } catch {
    return null
  }
}

/**
 * How the result of a rule has to match the expected value: wholly, as a part of a list, or except for small differences.
 */
export type MatchMode = 'whole' | 'partly' | 'nearly'

/** What is expected at each place. */
export interface ExpectedValues {
  values: Json[]
  match: MatchMode
}

/** Returns the verdict on a rule at each place; null if it cannot be tried. */
export function judge(
  rule: RuleObject,
  cases: FieldCase[],
  { values, match }: ExpectedValues,
): Verdict[] | null {
  const read = compileReader(rule)
  return read && cases.map((one, at) => verdictOf(readSafely(read, one), values[at]!, match))
}

/**
 * How much of a nearly right result has to be exactly the same: on average over all places, in the letters of each list,
 * and at one place at least.
 */
const SAME_ON_AVERAGE = 0.5
const SAME_OF_LIST = 0.5
const SAME_AT_ONE = 0.9

/** Whether most of what a nearly right rule finds is exactly right. */
export function isMostlySame(rule: RuleObject, cases: FieldCase[], { values }: ExpectedValues): boolean {
  const read = compileReader(rule)!
  const expectedValues = values.filter(expected => expected !== null)
  const shares = cases.flatMap((one, at) => {
    const expected = values[at]!
    if (expected === null) return []
    const found = readSafely(read, one)
    return [
      { exact: sameShare(found, expected, isSame), letters: sameShare(found, expected, haveSameLetters) },
    ]
  })
  const isOther = shares.some(
    ({ letters }, at) => letters < SAME_OF_LIST && Array.isArray(expectedValues[at]),
  )
  const sum = shares.reduce((total, { exact }) => total + exact, 0)
  return (
    !isOther && sum >= SAME_ON_AVERAGE * shares.length && shares.some(({ exact }) => exact >= SAME_AT_ONE)
  )
}

function sameShare(found: Json, expected: Json, areSame: (a: Json, b: Json) => boolean): number {
  if (!Array.isArray(found) || !Array.isArray(expected)) return Number(areSame(found, expected))
  const same = expected.filter(item => found.some(one => areSame(one, item))).length
  return same / Math.max(1, found.length, expected.length)
}

function readSafely(read: RuleReader, fieldCase: FieldCase): Json {
  try {
    return read(fieldCase)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function verdictOf(found: Json, expected: Json, match: MatchMode): Verdict {
  const isNothing = found === null || (Array.isArray(found) && found.length === 0)
  const wantsNothing = expected === null || (Array.isArray(expected) && expected.length === 0)
  if (isNothing) return wantsNothing ? 'right' : 'nothing'
  return !wantsNothing && (isSame(found, expected) || MATCHERS[match](expected, found)) ? 'right' : 'wrong'
}

const MATCHERS: Readonly<Record<MatchMode, (wanted: Json, found: Json) => boolean>> = {
  whole: () => false,
  partly: isPartOf,
  nearly: isNearly,
}

/** Of a long list, people enter at most this many first items. */
const MAX_FIRST_ITEMS = 5
/** Or they leave out elements that they do not consider items, such as a heading. At least this share is left. */
const MIN_SHARE_LEFT = 0.7

/** Whether a list starts with the few items of another list, or has hardly more items than that list, in the same order. */
function isPartOf(wanted: Json, found: Json): boolean {
  if (!Array.isArray(found) || !Array.isArray(wanted) || wanted.length < 2) return false
  if (
    found.length > wanted.length &&
    wanted.length <= MAX_FIRST_ITEMS &&
    wanted.every((item, at) => isSame(item, found[at]!))
  )
    return true
  // A heading is followed by items: anything after the last wanted item belongs to another list.
  if (wanted.length < MIN_SHARE_LEFT * found.length || !isSame(wanted.at(-1)!, found.at(-1)!)) return false
  let at = 0
  for (const item of found) if (at < wanted.length && isSame(item, wanted[at]!)) at++
  return at === wanted.length
}
