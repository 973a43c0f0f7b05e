import { AppError } from '../../base/errors.ts'
import { compileFields, createContext } from '../compile-rule.ts'
import { createEvaluation, evaluateFields } from '../evaluate.ts'
import type { Json, RuleObject } from '../parser-schema.ts'
import { createRecord } from '../run-record.ts'
import { learningEngine } from './page/learning-page.ts'
import type { Case } from './rules/case.ts'
import { isSame } from './rules/same-value.ts'

/** The outcome of a rule at one place. */
export type Verdict = 'right' | 'nothing' | 'wrong'

type Reader = (one: Case) => Json

/** A rule as a function of places, by the language itself; null where it is no rule. */
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

/** What is expected at each place, and whether of a list a part is enough. */
export interface Expected {
  values: Json[]
  partly: boolean
}

/** Whether a rule is right at each place; null where it cannot be tried. */
export function judge(rule: RuleObject, cases: Case[], { values, partly }: Expected): Verdict[] | null {
  const read = readerOf(rule)
  return read && cases.map((one, at) => verdictOf(readSafely(read, one), values[at]!, partly))
}

function readSafely(read: Reader, one: Case): Json {
  try {
    return read(one)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function verdictOf(found: Json, expected: Json, partly: boolean): Verdict {
  const isNothing = found === null || (Array.isArray(found) && found.length === 0)
  const wantsNothing = expected === null || (Array.isArray(expected) && expected.length === 0)
  if (isNothing) return wantsNothing ? 'right' : 'nothing'
  const isRight = !wantsNothing && (isSame(found, expected) || (partly && isPartOf(expected, found)))
  return isRight ? 'right' : 'wrong'
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
  if (wanted.length < NEARLY_ALL * found.length) return false
  let at = 0
  for (const item of found) if (at < wanted.length && isSame(item, wanted[at]!)) at++
  return at === wanted.length
}
