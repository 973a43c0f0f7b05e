import { AppError } from '../../errors.ts'
import { compileFields } from '../compile-rule.ts'
import { evaluateFields } from '../evaluate.ts'
import type { Json, RuleObject } from '../parser-schema.ts'
import { createRecord } from '../run-record.ts'
import type { Case } from './case.ts'
import { learningEngine } from './learning-page.ts'
import { isSame } from './same-value.ts'

/** What a rule came to at one place. */
export type Verdict = 'right' | 'nothing' | 'wrong'

type Reader = (one: Case) => Json

/** A rule as a function of places, by the language itself; null where it is no rule. */
export function readerOf(rule: RuleObject): Reader | null {
  try {
    const making = { engine: learningEngine, markup: learningEngine, followed: new Map() }
    const fields = compileFields({ value: rule }, { path: 'schema', key: '' }, making)
    return one => {
      const { node, cells } = one
      const scope = { node, item: undefined, ...(cells && { cells }) }
      const place = { scope, index: 0, outer: null }
      return evaluateFields(fields, place, '', { page: one.page.view, record: createRecord(false) }).value!
    }
  } catch {
    return null
  }
}

/** Whether a rule is right at each place; null where it cannot be tried. `expected` holds a value for each of them. */
export function judge(rule: RuleObject, cases: Case[], expected: Json[]): Verdict[] | null {
  const read = readerOf(rule)
  return read && cases.map((one, at) => verdictOf(readSafely(read, one), expected[at]!))
}

function readSafely(read: Reader, one: Case): Json {
  try {
    return read(one)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function verdictOf(found: Json, expected: Json): Verdict {
  const isNothing = found === null || (Array.isArray(found) && found.length === 0)
  const wantsNothing = expected === null || (Array.isArray(expected) && expected.length === 0)
  if (isNothing) return wantsNothing ? 'right' : 'nothing'
  return !wantsNothing && isSame(found, expected) ? 'right' : 'wrong'
}
