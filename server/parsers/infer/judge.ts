import { AppError } from '../../base/errors.ts'
import { compileFields, createContext } from '../compile/compile-rule.ts'
import { evaluateFields } from '../evaluation/evaluate.ts'
import { createEvaluation } from '../evaluation/evaluation.ts'
import { createRecord } from '../evaluation/run-record.ts'
import type { Json, RuleObject } from '../parser-schema.ts'
import { learningEngine } from './page/learning-page.ts'
import type { Case } from './rules/case.ts'
import { haveSameLetters, isNearly } from './rules/nearly-same.ts'
import { isSame } from './rules/same-value.ts'

/** The outcome of a rule at one place. */
export type Verdict = 'right' | 'nothing' | 'wrong'

export const areRight = (verdicts: readonly Verdict[]): boolean =>
  verdicts.every(verdict => verdict === 'right')

type Reader = (one: Case) => Json

/** A rule as a function of places, by the language itself; null where it is not a rule. */
export function readerOf(rule: RuleObject): Reader | null {
  try {
    const fields = compileFields({ value: rule }, { path: 'schema', key: '' }, createContext(learningEngine))
    return one => {
      const { node, cells, range } = one
      const scope = { node, item: undefined, ...(cells && { cells }), ...(range && { range }) }
      const place = { scope, index: 0, outer: null }
      return evaluateFields(fields, place, '', createEvaluation(one.page.view, createRecord(false))).value!
    }
  } catch {
    return null
  }
}

/** How much of what is expected a rule has to find: all of it, of a list a part, or all but small differences. */
export type Match = 'whole' | 'partly' | 'nearly'

/** What is expected at each place. */
export interface Expected {
  values: Json[]
  match: Match
}

/** Whether a rule is right at each place; null where it cannot be tried. */
export function judge(rule: RuleObject, cases: Case[], { values, match }: Expected): Verdict[] | null {
  const read = readerOf(rule)
  return read && cases.map((one, at) => verdictOf(readSafely(read, one), values[at]!, match))
}

/**
 * So much has to be the same of what a rule finds nearly right: of all places on average, of the letters of each list,
 * and at one place.
 */
const SAME_ON_AVERAGE = 0.5
const SAME_OF_LIST = 0.5
const SAME_AT_ONE = 0.9

/** Whether a rule that is nearly right is wholly so in most of what it finds. */
export function isMostlySame(rule: RuleObject, cases: Case[], { values }: Expected): boolean {
  const read = readerOf(rule)!
  const given = values.filter(expected => expected !== null)
  const shares = cases.flatMap((one, at) => {
    const expected = values[at]!
    if (expected === null) return []
    const found = readSafely(read, one)
    return [
      { exact: sameShare(found, expected, isSame), letters: sameShare(found, expected, haveSameLetters) },
    ]
  })
  const isOther = shares.some(({ letters }, at) => letters < SAME_OF_LIST && Array.isArray(given[at]))
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

function readSafely(read: Reader, one: Case): Json {
  try {
    return read(one)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function verdictOf(found: Json, expected: Json, match: Match): Verdict {
  const isNothing = found === null || (Array.isArray(found) && found.length === 0)
  const wantsNothing = expected === null || (Array.isArray(expected) && expected.length === 0)
  if (isNothing) return wantsNothing ? 'right' : 'nothing'
  return !wantsNothing && (isSame(found, expected) || MATCHES[match](expected, found)) ? 'right' : 'wrong'
}

const MATCHES: Readonly<Record<Match, (wanted: Json, found: Json) => boolean>> = {
  whole: () => false,
  partly: isPartOf,
  nearly: isNearly,
}

/** Of a long list, people name the first few. */
const FEW = 5
/** Or they leave out what is no item to them: a heading among the items. */
const NEARLY_ALL = 0.7

/** Whether a list begins with the few items of another one, or has hardly more than those, in their order. */
function isPartOf(wanted: Json, found: Json): boolean {
  if (!Array.isArray(found) || !Array.isArray(wanted) || wanted.length < 2) return false
  if (
    found.length > wanted.length &&
    wanted.length <= FEW &&
    wanted.every((item, at) => isSame(item, found[at]!))
  )
    return true
  // A heading has items behind it: what comes after the last one wanted is another list.
  if (wanted.length < NEARLY_ALL * found.length || !isSame(wanted.at(-1)!, found.at(-1)!)) return false
  let at = 0
  for (const item of found) if (at < wanted.length && isSame(item, wanted[at]!)) at++
  return at === wanted.length
}
